import { Checkbox, Group, Select } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import {
  AmountField,
  amountOrNull,
  NameFields,
  numberOrNull,
  SpanFields,
  StoresField,
  typedOf,
  useCurrency,
  useSpan,
} from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Promotion } from '../../types.js';
import { useDefaultStores } from './default-stores.js';
import { ScopeFields } from './scope-fields.js';
import { checkTerms, type Terms, TermsFields } from './terms-fields.js';
import { useCampaigns } from './use-promotions.js';

export function PromotionForm(props: { promotion?: Promotion; onClose: () => void }): ReactNode {
  const { promotion, onClose } = props;
  const t = useT();
  const currencyOf = useCurrency();
  const form = usePromotionForm(promotion, onClose);
  const { draft } = form;
  const unit = currencyOf(draft.store_ids);
  return (
    <FormDialog
      title={promotion?.name ?? t('promotions.new')}
      size="lg"
      submit={t('app.save')}
      isReady={draft.name.trim() !== ''}
      {...form.dialog}
    >
      <NameFields name={form.text('name')} description={form.text('description')} />
      <TermsFields
        field={form.field}
        kind={draft.kind}
        onKind={kind => form.set({ kind })}
        currency={unit}
      />
      <ScopeFields {...form.field('scope')} />
      <Group grow align="flex-start">
        <AmountField
          label={t('promotions.minimum')}
          unit={unit}
          {...form.field('minimum_subtotal')}
        />
        <AmountField
          label={t('promotions.maximum')}
          unit={unit}
          {...form.field('maximum_discount')}
        />
      </Group>
      <StoresField {...form.field('store_ids')} />
      <SpanFields from={form.text('starts_at')} to={form.text('ends_at')} />
      <CampaignField {...form.field('campaign_id')} />
      <Checkbox
        label={t('promotions.requiresCode')}
        checked={draft.requires_code}
        onChange={event => form.set({ requires_code: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('promotions.stackable')}
        checked={draft.stackable}
        onChange={event => form.set({ stackable: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}

function usePromotionForm(promotion: Promotion | undefined, onClose: () => void) {
  const t = useT();
  const api = useApi();
  const span = useSpan(promotion);
  const defaultStores = useDefaultStores();
  return useForm({
    start: () => ({
      name: promotion?.name ?? '',
      description: promotion?.description ?? '',
      kind: promotion?.kind ?? ('percentage' as Terms['kind']),
      value: typedOf(promotion?.value ?? null),
      buy_quantity: typedOf(promotion?.buy_quantity ?? null),
      get_quantity: typedOf(promotion?.get_quantity ?? null),
      get_discount_percent: typedOf(promotion?.get_discount_percent ?? 100),
      scope: promotion?.scope ?? { kind: 'order' as Promotion['scope']['kind'], ids: [] },
      store_ids: promotion === undefined ? defaultStores : (promotion.store_ids ?? []),
      minimum_subtotal: typedOf(promotion?.minimum_subtotal ?? null),
      maximum_discount: typedOf(promotion?.maximum_discount ?? null),
      campaign_id: promotion?.campaign_id ?? null,
      requires_code: promotion?.requires_code ?? false,
      stackable: promotion?.stackable ?? false,
      ...span.start,
    }),
    check: draft => ({
      ...span.check(draft),
      ...checkTerms(draft, t),
      ...(draft.scope.kind !== 'order' &&
        draft.scope.ids.length === 0 && { scope: t('promotions.scope.missing') }),
    }),
    record: promotion && {
      type: 'promotions',
      id: promotion.id,
      path: `/promotions/${promotion.id}/`,
      shown: promotion,
    },
    save: (draft, condition) => {
      const { value, buy_quantity, get_quantity, get_discount_percent, ...rest } = draft;
      const body = {
        ...rest,
        ...(value !== '' && { value: Number(value).toFixed(2) }),
        buy_quantity: numberOrNull(buy_quantity),
        get_quantity: numberOrNull(get_quantity),
        get_discount_percent: amountOrNull(get_discount_percent) ?? '100.00',
        store_ids: draft.store_ids.length === 0 ? null : draft.store_ids,
        minimum_subtotal: amountOrNull(draft.minimum_subtotal),
        maximum_discount: amountOrNull(draft.maximum_discount),
        ...span.body(draft),
      };
      return answer(
        promotion === undefined
          ? api.POST('/promotions/', { body })
          : api.PATCH('/promotions/{id}/', {
              params: { path: { id: promotion.id } },
              body,
              ...condition,
            }),
      );
    },
    changes: [['promotions'], ['codes']],
    done: ({ name }) => t('promotions.saved', { name }),
    onClose,
  });
}

function CampaignField(props: {
  value: string | null;
  onChange: (id: string | null) => void;
  error?: string;
}): ReactNode {
  const t = useT();
  const campaigns = useCampaigns().data ?? [];
  return (
    <Select
      label={t('campaigns.campaign')}
      description={t('promotions.campaign.hint')}
      placeholder={t('list.none')}
      data={campaigns.map(({ id, name }) => ({ value: id, label: name }))}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('list.clear') }}
      {...props}
    />
  );
}
