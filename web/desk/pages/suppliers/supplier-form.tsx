import { Group, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { numberOrNull, typedOf } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Supplier } from '../../types.js';

type Props = {
  supplier?: Supplier;
  onClose: () => void;
  onSaved?: (supplier: Supplier) => void;
};

export function SupplierForm(props: Props): ReactNode {
  const t = useT();
  const form = useSupplierForm(props);
  return (
    <FormDialog
      title={props.supplier?.name ?? t('suppliers.new')}
      size="lg"
      submit={t('app.save')}
      isReady={form.draft.name.trim() !== ''}
      {...form.dialog}
    >
      <TextInput label={t('list.name')} data-autofocus maxLength={255} {...form.text('name')} />
      <Group grow align="flex-start">
        <TextInput
          type="email"
          label={t('suppliers.email')}
          maxLength={255}
          {...form.text('email')}
        />
        <TextInput type="tel" label={t('suppliers.phone')} maxLength={50} {...form.text('phone')} />
      </Group>
      <Textarea
        label={t('suppliers.address')}
        autosize
        minRows={2}
        maxLength={1000}
        {...form.text('address')}
      />
      <Group grow align="flex-start">
        <TextInput
          label={t('suppliers.customerNumber')}
          maxLength={100}
          {...form.text('customer_number')}
        />
        <TextInput
          label={t('suppliers.terms')}
          placeholder={t('suppliers.terms.example')}
          maxLength={255}
          {...form.text('payment_terms')}
        />
      </Group>
      <Group grow align="flex-start">
        <NumberInput
          label={t('suppliers.lead')}
          description={t('suppliers.lead.hint')}
          min={0}
          max={365}
          allowDecimal={false}
          allowNegative={false}
          {...form.field('lead_days')}
        />
        <TextInput
          label={t('suppliers.currency')}
          description={t('suppliers.currency.hint')}
          maxLength={3}
          {...form.text('currency')}
        />
      </Group>
      {props.supplier !== undefined && (
        <Switch
          label={t('suppliers.isArchived')}
          description={t('suppliers.isArchived.hint')}
          checked={form.draft.is_archived}
          onChange={event => form.set({ is_archived: event.currentTarget.checked })}
        />
      )}
    </FormDialog>
  );
}

function useSupplierForm({ supplier, onClose, onSaved }: Props) {
  const t = useT();
  const api = useApi();
  return useForm({
    start: () => ({
      name: supplier?.name ?? '',
      email: supplier?.email ?? '',
      phone: supplier?.phone ?? '',
      address: supplier?.address ?? '',
      customer_number: supplier?.customer_number ?? '',
      payment_terms: supplier?.payment_terms ?? '',
      lead_days: typedOf(supplier?.lead_days ?? null),
      currency: supplier?.currency ?? '',
      is_archived: supplier?.is_archived ?? false,
    }),
    record: supplier && {
      type: 'suppliers',
      id: supplier.id,
      path: `/suppliers/${supplier.id}/`,
      shown: supplier,
    },
    save: async (draft, condition) => {
      const currency = draft.currency.trim().toUpperCase();
      const body = {
        ...draft,
        email: draft.email.trim(),
        lead_days: numberOrNull(draft.lead_days),
        currency: currency === '' ? null : currency,
      };
      const saved = await (supplier === undefined
        ? answer(api.POST('/suppliers/', { body }))
        : answer(
            api.PATCH('/suppliers/{id}/', {
              params: { path: { id: supplier.id } },
              body,
              ...condition,
            }),
          ));
      onSaved?.(saved);
      return saved;
    },
    changes: [['suppliers'], ['supplier-articles']],
    done: ({ name }) => t('suppliers.saved', { name }),
    onClose,
  });
}
