import { Group, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { SpanFields, typedOf, useSpan } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useDesk } from '../../state/desk.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { PriceList } from '../../types.js';

export function ListForm(props: { list?: PriceList; onClose: () => void }): ReactNode {
  const { list, onClose } = props;
  const t = useT();
  const { stores } = useDesk();
  const form = useListForm(list, onClose);
  const { draft } = form;
  const currencies = new Set([draft.currency, ...stores.map(store => store.currency)]);
  return (
    <FormDialog
      title={list?.code ?? t('priceLists.new')}
      size="lg"
      submit={t('app.save')}
      isReady={draft.code.trim() !== '' && draft.name.trim() !== ''}
      {...form.dialog}
    >
      <Group grow align="flex-start">
        <TextInput
          label={t('priceLists.code')}
          data-autofocus
          maxLength={50}
          {...form.text('code')}
        />
        <TextInput label={t('list.name')} maxLength={255} {...form.text('name')} />
      </Group>
      <Select
        label={t('priceLists.currency')}
        data={[...currencies].sort()}
        allowDeselect={false}
        value={draft.currency}
        // The chosen stores use the previous currency, so they are removed.
        onChange={currency => currency !== null && form.set({ currency, store_ids: [] })}
        error={form.errorOf('currency')}
      />
      <StoresOfCurrency currency={draft.currency} {...form.field('store_ids')} />
      <TextInput
        label={t('priceLists.groupOptional')}
        description={t('priceLists.group.hint')}
        maxLength={50}
        {...form.text('customer_group')}
      />
      <SpanFields from={form.text('valid_from')} to={form.text('valid_to')} />
      <NumberInput
        label={t('priceLists.priority')}
        description={t('priceLists.priority.hint')}
        allowDecimal={false}
        {...form.field('priority')}
      />
    </FormDialog>
  );
}

function useListForm(list: PriceList | undefined, onClose: () => void) {
  const t = useT();
  const api = useApi();
  const { store, stores } = useDesk();
  const span = useSpan({ starts_at: list?.valid_from ?? null, ends_at: list?.valid_to ?? null });
  return useForm({
    start: () => ({
      code: list?.code ?? '',
      name: list?.name ?? '',
      currency: list?.currency ?? (store ?? stores[0])?.currency ?? '',
      store_ids: list?.store_ids ?? [],
      customer_group: list?.customer_group ?? '',
      valid_from: span.start.starts_at,
      valid_to: span.start.ends_at,
      priority: typedOf(list?.priority ?? 0),
    }),
    check: ({ code, valid_from: starts_at, valid_to: ends_at }) => {
      const { ends_at: problem } = span.check({ starts_at, ends_at });
      return {
        ...(problem !== undefined && { valid_to: problem }),
        ...(!/^[a-z0-9][a-z0-9._-]{0,49}$/i.test(code.trim()) && { code: t('priceLists.shape') }),
      };
    },
    record: list && {
      type: 'price-lists',
      id: list.id,
      path: `/price-lists/${list.id}/`,
      shown: list,
    },
    save: ({ valid_from, valid_to, ...draft }, condition) => {
      const moments = span.body({ starts_at: valid_from, ends_at: valid_to });
      const group = draft.customer_group.trim();
      const body = {
        code: draft.code.trim(),
        name: draft.name.trim(),
        currency: draft.currency,
        store_ids: draft.store_ids,
        customer_group: group === '' ? null : group,
        valid_from: moments.starts_at,
        valid_to: moments.ends_at,
        priority: Number(draft.priority),
      };
      return answer(
        list === undefined
          ? api.POST('/price-lists/', { body })
          : api.PATCH('/price-lists/{id}/', {
              params: { path: { id: list.id } },
              body,
              ...condition,
            }),
      );
    },
    changes: [['price-lists'], ['prices'], ['gaps']],
    done: ({ code }) => t('priceLists.saved', { name: code }),
    onClose,
  });
}

/** Offers only stores that sell in the currency. */
function StoresOfCurrency(props: {
  currency: string;
  value: string[];
  onChange: (ids: string[]) => void;
  error?: string;
}): ReactNode {
  const { currency, ...field } = props;
  const t = useT();
  const { stores } = useDesk();
  return (
    <MultiSelect
      label={t('users.stores')}
      placeholder={field.value.length === 0 ? t('priceLists.allStores', { currency }) : undefined}
      data={stores
        .filter(store => store.currency === currency)
        .map(({ id, name }) => ({ value: id, label: name }))}
      {...field}
    />
  );
}
