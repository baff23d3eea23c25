import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../shared/i18n/format.js';
import { Row } from '../cart/totals.js';
import { Panel } from '../parts/panel.js';
import { useT } from '../texts/index.js';
import type { OwnOrder } from './use-own-orders.js';

type PaidOrder = Pick<OwnOrder, 'refunds'> & Partial<Pick<OwnOrder, 'payments'>>;

/** What was paid in which way, and what went back. */
export function OrderPayments({ order }: { order: PaidOrder }): ReactNode {
  const t = useT();
  const { money } = useFormat();
  const { payments = [], refunds } = order;
  if (payments.length + refunds.length === 0) return null;
  const wayOf = ({ status, way }: OwnOrder['refunds'][number]): string => {
    if (status !== 'succeeded') return t(`payment.refund.${status}`);
    return way === null ? t('payment.refund') : t(`payment.way.${way}`);
  };
  return (
    <Panel title={t('payment.title')}>
      <Stack component="dl" gap={6} m={0}>
        {payments.map(({ method, amount, card_last_four, created_at }) => (
          <Row
            key={`${created_at} ${method} ${amount}`}
            label={
              card_last_four === null
                ? method
                : t('payment.card', { method, digits: card_last_four })
            }
          >
            {money(amount)}
          </Row>
        ))}
        {refunds.map(refund => (
          <Row key={refund.refund_id} label={wayOf(refund)} accent>
            {money(-Number(refund.amount))}
          </Row>
        ))}
      </Stack>
    </Panel>
  );
}
