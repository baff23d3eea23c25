import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useT } from '../../texts/index.js';
import type { Sale } from '../../types.js';

/** Whether cash paid for the sale and is not refunded in full. */
export function useHasCash(sale: Sale, isOpen: boolean): boolean {
  const api = useApi();
  const payments = useQuery({
    queryKey: ['sale', sale.transactionId, 'cash', JSON.stringify(sale.payment_records)],
    queryFn: () =>
      answer(api.GET('/payments/', { params: { query: { transaction: sale.transactionId } } })),
    enabled: isOpen,
  });
  return (payments.data ?? []).some(
    payment =>
      payment.payment_method_type === 'cash' &&
      payment.status === 'succeeded' &&
      Number(payment.refunded_amount) < Number(payment.amount),
  );
}

/** Where the cash of a refund comes from: an open shift, or a till that pays it out later. */
export function CashSource(props: {
  sale: Sale;
  shift: string | undefined;
  onChange: (shift: string | undefined) => void;
}): ReactNode {
  const { sale, shift, onChange } = props;
  const t = useT();
  const api = useApi();
  const shifts = useQuery({
    queryKey: ['shifts', 'open', sale.store.id],
    queryFn: () =>
      answer(
        api.GET('/cash-management/shifts/', {
          params: { query: { store: sale.store.id, status: 'open', limit: 200 } },
        }),
      ),
  });
  const open = (shifts.data ?? []).filter(one => one.currency === sale.currency);
  return (
    <Select
      label={t('cash.from')}
      description={shift === undefined ? t('cash.payOut.text') : t('cash.shift.text')}
      allowDeselect={false}
      value={shift ?? ''}
      onChange={value => onChange(value || undefined)}
      data={[
        { value: '', label: t('cash.payOut') },
        ...open.map(one => ({
          value: one.id,
          label: t('cash.shift', { terminal: one.terminal_id, name: one.opened_by_name ?? '' }),
        })),
      ]}
    />
  );
}
