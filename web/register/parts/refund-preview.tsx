import { Group, Paper, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, type Tillhouse } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { cashDueOf } from '../../../src/domains/pricing/index.js';
import { useApi } from '../../shared/api/index.js';
import { cashStepOf } from '../../shared/cash.js';
import { Failed } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { useMethodName } from '../../shared/i18n/method-name.js';
import type { Outcome } from '../../shared/run-return.js';
import { findSale } from '../state/returns.js';
import type { Session } from '../state/session.js';
import { minor } from '../state/till-money.js';
import { useT } from '../texts/index.js';
import { leftOf } from './return-fields.js';

type Line = { original_line_item: string; quantity: number };

const previewReturn = (
  api: Tillhouse,
  body: { transaction: string; line_items: Line[]; announced?: string },
) => answer(api.POST('/returns/preview/', { body }));

/** What the customer gets back, before the return is asked for. */
export function RefundPreview(props: {
  session: Session;
  /** Number of the sale. */
  number: string;
  lines: Line[];
  /** The open return that these goods arrived of. */
  announced?: string;
  refundTo: Outcome['refund_to'];
}): ReactNode {
  const { session, number, lines, announced, refundTo } = props;
  const nameOf = useMethodName();
  const t = useT();
  const api = useApi();
  const { cents } = useFormat();
  const stepMinor = cashStepOf(session.store);
  const preview = useQuery({
    queryKey: ['return-preview', number, announced, lines],
    queryFn: () =>
      previewReturn(api, {
        transaction: number,
        line_items: lines,
        ...(announced !== undefined && { announced }),
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (preview.data === undefined) {
    return preview.error === null ? null : <Failed error={preview.error} />;
  }
  const { refund_amount: amount, payments } = preview.data;
  const parts = payments.map(({ name, method_type: type, card_last_four: digits, ...part }) => {
    const exactMinor = minor(part.amount);
    const paidMinor = type === 'cash' ? cashDueOf(exactMinor, stepMinor) : exactMinor;
    return {
      paidMinor,
      text: [nameOf(name), digits && `•••• ${digits}`, cents(paidMinor)].filter(Boolean),
    };
  });
  const totalMinor = {
    original: parts.reduce((sum, { paidMinor }) => sum + paidMinor, 0),
    cash: cashDueOf(minor(amount), stepMinor),
    store_credit: minor(amount),
  }[refundTo];
  return (
    <Paper className="surface" p="md" data-testid="refund-preview">
      <Group justify="space-between">
        <Text fw={650}>{t('return.amount')}</Text>
        <Text fw={700} size="xl" className="money" data-testid="refund-amount">
          {cents(totalMinor)}
        </Text>
      </Group>
      {refundTo === 'original' && (
        <Text size="sm" c="dimmed">
          {t('return.back.to', { parts: parts.map(({ text }) => text.join(' ')).join(', ') })}
        </Text>
      )}
    </Paper>
  );
}

/** The ways by which the money of a voided sale goes back, with rounding and tips. */
export function VoidWays({ number }: { number: string }): ReactNode {
  const nameOf = useMethodName();
  const t = useT();
  const api = useApi();
  const ways = useQuery({
    queryKey: ['void-ways', number],
    queryFn: async () => {
      const { transaction, line_items: sold } = await findSale(api, number);
      const line_items = sold
        .map(line => ({ original_line_item: line.id, quantity: leftOf(line) }))
        .filter(({ quantity }) => quantity > 0);
      return (await previewReturn(api, { transaction, line_items })).payments;
    },
    staleTime: 0,
  });
  if (ways.data === undefined || ways.data.length === 0) return null;
  const parts = ways.data.map(({ name, card_last_four: digits }) =>
    [nameOf(name), digits && `•••• ${digits}`].filter(Boolean).join(' '),
  );
  return (
    <Text fw={600} data-testid="void-ways">
      {t('return.back.to', { parts: parts.join(', ') })}
    </Text>
  );
}
