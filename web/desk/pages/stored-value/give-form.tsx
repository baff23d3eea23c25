import { SegmentedControl, Select, Text, Textarea } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { AmountField, amountOrNull, type Typed } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { SearchSelect } from '../../parts/search-select.js';
import { SecretDialog } from '../../parts/secret-dialog.js';
import { useDesk } from '../../state/desk.js';
import { useSendOnce } from '../../state/send-once.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import { ApprovalStep, needsApproval } from './approval-step.js';
import { giveValue, KINDS } from './calls.js';
import { useCardName } from './use-card-name.js';

type Props = { customer?: { id: string; name: string }; onClose: () => void };

/** Gives a gift card or store credit; its code is shown once afterwards. */
export function GiveForm(props: Props): ReactNode {
  const t = useT();
  const [code, setCode] = useState<string>();
  if (code === undefined) return <Form {...props} onCode={setCode} />;
  return (
    <SecretDialog
      title={t('value.give.code')}
      text={t('value.give.code.text')}
      secret={code}
      onClose={props.onClose}
    />
  );
}

function Form({
  customer,
  onClose,
  onCode,
}: Props & { onCode: (code: string) => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const nameOf = useCardName();
  const { store, stores } = useDesk();
  const [approval, setApproval] = useState<string>();
  const sendOnce = useSendOnce();
  const form = useForm({
    start: () => ({
      kind: (customer === undefined ? 'gift_card' : 'store_credit') as (typeof KINDS)[number],
      store_id: store?.id ?? stores[0]?.id ?? '',
      amount: '' as Typed,
      customer_id: customer?.id,
      reason: '',
    }),
    save: async draft => {
      const body = {
        ...draft,
        amount: amountOrNull(draft.amount) ?? '0.00',
        reason: draft.reason.trim(),
        approval_request_id: approval,
      };
      const given = await sendOnce(body, key => giveValue(api, body, key));
      onCode(given.code);
      return given;
    },
    changes: [['value-accounts'], ['customer']],
    done: given => t('value.give.done', { name: nameOf(given) }),
    onClose: () => undefined,
  });
  const { draft, dialog } = form;
  const currency = stores.find(({ id }) => id === draft.store_id)?.currency;
  const isWaiting = needsApproval(dialog.error);
  return (
    <FormDialog
      title={t('value.give')}
      submit={t('value.give.submit')}
      isReady={draft.amount !== '' && draft.reason.trim() !== ''}
      {...dialog}
      onClose={onClose}
      error={isWaiting ? undefined : dialog.error}
    >
      <SegmentedControl
        aria-label={t('value.kind')}
        data={KINDS.map(value => ({ value, label: t(`value.one.${value}`) }))}
        value={draft.kind}
        onChange={kind => form.set({ kind: kind as (typeof KINDS)[number] })}
      />
      {store === undefined && (
        <Select
          label={t('store.one')}
          description={t('value.give.store')}
          allowDeselect={false}
          data={stores.map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.store_id}
          onChange={id => id !== null && form.set({ store_id: id })}
          error={form.errorOf('store_id')}
        />
      )}
      <AmountField
        label={t('list.amount')}
        unit={currency}
        data-autofocus
        {...form.field('amount')}
      />
      {customer === undefined ? (
        <CustomerField
          value={draft.customer_id}
          onPick={customer_id => form.set({ customer_id })}
          error={form.errorOf('customer_id')}
        />
      ) : (
        <Text size="sm">{t('value.give.to', { name: customer.name })}</Text>
      )}
      <Textarea label={t('list.reason')} autosize maxLength={500} {...form.text('reason')} />
      {isWaiting && (
        <ApprovalStep
          key={[draft.amount, draft.store_id, draft.kind, draft.customer_id].join(' ')}
          wanted={{
            amount: amountOrNull(draft.amount) ?? '0.00',
            reason: draft.reason.trim(),
            storeId: draft.store_id,
            details: {
              gives: draft.kind,
              ...(draft.customer_id !== undefined && { customer_id: draft.customer_id }),
            },
          }}
          onApproved={setApproval}
        />
      )}
    </FormDialog>
  );
}

const CUSTOMERS_SHOWN = 20;

function CustomerField(props: {
  value: string | undefined;
  onPick: (id: string | undefined) => void;
  error: string | undefined;
}): ReactNode {
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  if (!may('customer.read')) return null;
  const search = async (text: string) => {
    const query = { search: text, limit: CUSTOMERS_SHOWN };
    const customers = await answer(api.GET('/customers/', { params: { query } }));
    return customers.map(({ id, name, email, phone }) => ({
      value: id,
      label: [name, email ?? phone].filter(Boolean).join(' · '),
    }));
  };
  return (
    <SearchSelect
      label={t('value.give.customer')}
      placeholder={t('sales.customer.hint')}
      queryKey={['customers', 'chosen']}
      search={search}
      value={props.value}
      unknown={t('sales.filter.chosen')}
      onPick={props.onPick}
      error={props.error}
    />
  );
}
