import { Group, Switch, Textarea, TextInput } from '@mantine/core';
import { answer, newKey, once } from '@tillhouse/client';
import { type ReactNode, useRef } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useDesk } from '../../state/desk.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { CustomerProfile } from '../../types.js';

type FormProps = {
  /** A new customer if unset. */
  customer?: CustomerProfile;
  /** What was searched for: a name, a phone number or an address. */
  typed?: string;
  onSaved?: (customer: { id: string }) => void;
  onClose: () => void;
};

/** An empty field is no value. */
const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const isAddress = (text: string): boolean => text.includes('@');
const isNumber = (text: string): boolean => /^\+?[\d\s()/-]{3,}$/.test(text);

export function CustomerForm(props: FormProps): ReactNode {
  const { customer } = props;
  const t = useT();
  const { may } = useDesk();
  const form = useCustomerForm(props);
  const { draft } = form;
  const contacts = [draft.email, draft.phone, draft.customer_card];
  const isReady = draft.name.trim() !== '' && contacts.some(contact => contact.trim() !== '');
  return (
    <FormDialog
      title={customer?.name ?? t('customers.new')}
      size="lg"
      submit={t('app.save')}
      isReady={customer !== undefined || isReady}
      {...form.dialog}
    >
      <TextInput label={t('list.name')} data-autofocus maxLength={201} {...form.text('name')} />
      <Group grow align="flex-start">
        <TextInput
          type="email"
          label={t('customers.email')}
          maxLength={254}
          {...form.text('email')}
        />
        <TextInput type="tel" label={t('customers.phone')} maxLength={50} {...form.text('phone')} />
      </Group>
      <TextInput label={t('customers.card')} maxLength={32} {...form.text('customer_card')} />
      {may('customer.manage') && (
        <Group grow align="flex-start">
          <TextInput
            label={t('customers.group')}
            description={t('customers.group.hint')}
            maxLength={50}
            {...form.text('customer_group')}
          />
          <TextInput
            label={t('customers.exemption')}
            description={t('customers.exemption.hint')}
            maxLength={200}
            {...form.text('tax_exemption')}
          />
        </Group>
      )}
      <Textarea label={t('customers.notes')} autosize maxLength={10_000} {...form.text('notes')} />
      <Group>
        <Switch
          label={t('customers.consent.email')}
          checked={draft.by_email}
          onChange={event => form.set({ by_email: event.currentTarget.checked })}
        />
        <Switch
          label={t('customers.consent.phone')}
          checked={draft.by_phone}
          onChange={event => form.set({ by_phone: event.currentTarget.checked })}
        />
      </Group>
    </FormDialog>
  );
}

function useCustomerForm({ customer, typed = '', onSaved, onClose }: FormProps) {
  const t = useT();
  const api = useApi();
  const { store, may } = useDesk();
  const key = useRef(newKey());
  const isName = !isAddress(typed) && !isNumber(typed);
  return useForm({
    start: () => ({
      name: customer?.name ?? (isName ? typed : ''),
      email: customer?.email ?? (isAddress(typed) ? typed : ''),
      phone: customer?.phone ?? (isNumber(typed) ? typed : ''),
      customer_card: customer?.customer_card ?? '',
      customer_group: customer?.customer_group ?? '',
      tax_exemption: customer?.tax_exemption ?? '',
      notes: customer?.notes ?? '',
      by_email: customer?.consent.email ?? false,
      by_phone: customer?.consent.phone ?? false,
    }),
    record: customer && {
      type: 'customers',
      id: customer.id,
      path: `/customers/${customer.id}/`,
      shown: customer,
    },
    save: async (draft, condition) => {
      const body = {
        name: draft.name.trim(),
        email: orNull(draft.email),
        phone: orNull(draft.phone),
        customer_card: orNull(draft.customer_card),
        notes: draft.notes,
        consent: { email: draft.by_email, phone: draft.by_phone },
        ...(may('customer.manage') && {
          customer_group: orNull(draft.customer_group),
          tax_exemption: orNull(draft.tax_exemption),
        }),
      };
      const saved = await answer(
        customer === undefined
          ? api.POST('/customers/', {
              body: { ...body, store_id: store?.id },
              ...once(key.current),
            })
          : api.PATCH('/customers/{id}/', {
              params: { path: { id: customer.id } },
              body,
              ...condition,
            }),
      ).catch((error: unknown) => {
        // A changed form is another request.
        key.current = newKey();
        throw error;
      });
      onSaved?.(saved);
      return saved;
    },
    changes: [['customers'], ['customer', customer?.id]],
    done: ({ name }) => t('customers.saved', { name }),
    onClose,
  });
}
