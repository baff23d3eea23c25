import { Select, Switch, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { AmountField, type Typed, typedOf } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { StoreSelect } from '../../parts/store-select.js';
import { useDesk } from '../../state/desk.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { PurchaseLimit } from '../../types.js';
import { type Target, TargetFields, targetBody, targetOf } from './target-fields.js';

const PERIODS: PurchaseLimit['period'][] = ['transaction', 'day', 'week', 'month'];

type Draft = {
  name: string;
  store: string | null;
  everything: Target;
  max_quantity: Typed;
  period: PurchaseLimit['period'];
  is_active: boolean;
};

export function LimitForm(props: { limit?: PurchaseLimit; onClose: () => void }): ReactNode {
  const { limit, onClose } = props;
  const t = useT();
  const { me } = useDesk();
  const form = useLimit(limit, onClose);
  const { name, store, everything: target, max_quantity, period, is_active } = form.draft;
  const isReady =
    name.trim() !== '' &&
    max_quantity !== '' &&
    (target.kind === 'everything' || target.id !== null) &&
    (store !== null || me.all_stores);
  return (
    <FormDialog
      title={limit?.name ?? t('limits.new')}
      submit={t('app.save')}
      isReady={isReady}
      {...form.dialog}
    >
      <TextInput label={t('list.name')} data-autofocus maxLength={255} {...form.text('name')} />
      <StoreSelect
        by="id"
        placeholder={me.all_stores ? t('store.all') : undefined}
        clearable={me.all_stores}
        clearButtonProps={{ 'aria-label': t('list.clear') }}
        allowDeselect={me.all_stores}
        value={store}
        onPick={value => form.set({ store: value })}
        error={form.errorOf('store')}
      />
      <TargetFields
        value={target}
        onChange={everything => form.set({ everything })}
        error={form.errorOf('everything')}
      />
      <AmountField
        label={t('limits.most')}
        decimalScale={0}
        fixedDecimalScale={false}
        {...form.field('max_quantity')}
      />
      <Select
        label={t('limits.period')}
        data={PERIODS.map(value => ({ value, label: t(`limits.period.${value}`) }))}
        value={period}
        onChange={value => value !== null && form.set({ period: value as Draft['period'] })}
        allowDeselect={false}
      />
      <Switch
        label={t('methods.active')}
        checked={is_active}
        onChange={event => form.set({ is_active: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}

function useLimit(limit: PurchaseLimit | undefined, onClose: () => void) {
  const t = useT();
  const api = useApi();
  const { me, store, stores } = useDesk();
  const own = me.all_stores ? null : (store ?? stores[0])?.id;
  return useForm<Draft, PurchaseLimit>({
    start: () => ({
      name: limit?.name ?? '',
      store: limit ? limit.store : (own ?? null),
      everything: targetOf(limit),
      max_quantity: limit ? typedOf(limit.max_quantity) : '',
      period: limit?.period ?? 'day',
      is_active: limit?.is_active ?? true,
    }),
    save: ({ everything, max_quantity, name, ...draft }, condition) => {
      const body = {
        ...draft,
        ...targetBody(everything),
        name: name.trim(),
        max_quantity: Number(max_quantity),
      };
      return answer(
        limit === undefined
          ? api.POST('/compliance/purchase-limits/', { body })
          : api.PATCH('/compliance/purchase-limits/{id}/', {
              params: { path: { id: limit.id } },
              body,
              ...condition,
            }),
      );
    },
    record: limit && {
      type: 'purchase-limits',
      id: limit.id,
      path: `/compliance/purchase-limits/${limit.id}/`,
      shown: limit,
    },
    changes: [['limits']],
    done: ({ name }) => t('limits.saved', { name }),
    onClose,
  });
}
