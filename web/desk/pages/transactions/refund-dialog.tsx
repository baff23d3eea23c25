import { Text, TextInput } from '@mantine/core';
import { answer, newKey, once } from '@tillhouse/client';
import { type ReactNode, useRef } from 'react';
import { formatMoney, minor } from '../../../../src/platform/money.js';
import { useApi } from '../../../shared/api/index.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { useMethodName } from '../../../shared/i18n/method-name.js';
import { AmountField, amountOrNull, typedOf } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { ItemOf, Sale } from '../../types.js';
import { CashSource } from './cash-source.js';

type Payment = ItemOf<'/payments/'>;

/** A sale that is paid in part owes its full amount; only a void refunds it. */
const REFUNDABLE = ['completed', 'partially_refunded'];

/** What can still be refunded of a payment; undefined if nothing. */
export function restOf(sale: Sale, payment: Payment): string | undefined {
  const { currency } = sale;
  const rest = minor(payment.amount, currency) - minor(payment.refunded_amount, currency);
  const isRefundable = REFUNDABLE.includes(sale.status) && payment.status === 'succeeded';
  return isRefundable && rest > 0 ? formatMoney(rest, currency) : undefined;
}

/** Refunds a payment in part or in full, without a return of goods. */
export function RefundDialog(props: {
  sale: Sale;
  payment: Payment;
  rest: string;
  onClose: () => void;
}): ReactNode {
  const { sale, payment, rest } = props;
  const t = useT();
  const format = useFormat();
  const nameOf = useMethodName();
  const form = useRefundForm(props);
  const { draft } = form;
  return (
    <FormDialog
      title={t('refund.start.title', { name: nameOf(payment.payment_method_name) })}
      submit={t('refund.start')}
      isDestructive
      isReady={draft.reason.trim() !== '' && draft.amount !== ''}
      {...form.dialog}
    >
      <Text size="sm">{t('refund.start.text', { amount: format.money(rest) })}</Text>
      <AmountField
        label={t('refund.amount')}
        unit={sale.currency}
        data-autofocus
        {...form.field('amount')}
      />
      <TextInput label={t('list.reason')} maxLength={500} {...form.text('reason')} />
      {payment.payment_method_type === 'cash' && (
        <CashSource
          sale={sale}
          shift={draft.shift_id}
          onChange={shift_id => form.set({ shift_id })}
        />
      )}
    </FormDialog>
  );
}

function useRefundForm(props: Parameters<typeof RefundDialog>[0]) {
  const { sale, payment, rest, onClose } = props;
  const t = useT();
  const api = useApi();
  const format = useFormat();
  // The same request again has the same key: a lost answer causes no second refund.
  const last = useRef({ request: '', key: '' });
  const keyOf = (request: string): string => {
    if (last.current.request !== request) last.current = { request, key: newKey() };
    return last.current.key;
  };
  return useForm({
    start: () => ({
      amount: typedOf(rest),
      reason: '',
      shift_id: undefined as string | undefined,
    }),
    check: ({ amount }): Record<string, string> => {
      const isWithin = Number(amount) > 0 && Number(amount) <= Number(rest);
      return isWithin ? {} : { amount: t('refund.amount.range', { amount: format.money(rest) }) };
    },
    save: ({ amount, reason, shift_id }) => {
      const body = {
        payment: payment.id,
        amount: amountOrNull(amount) ?? rest,
        reason: reason.trim(),
        shift_id,
      };
      return answer(api.POST('/payments/refunds/', { body, ...once(keyOf(JSON.stringify(body))) }));
    },
    changes: [['sale', sale.transactionId], ['transactions']],
    done: ({ amount }) => t('refund.opened', { amount: format.money(amount) }),
    onClose,
  });
}
