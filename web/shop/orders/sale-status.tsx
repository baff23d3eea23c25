import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Key, useT } from '../texts/index.js';

const SALE: Record<string, Key> = {
  completed: 'sale.completed',
  pending: 'sale.pending',
  partially_paid: 'sale.pending',
  refunded: 'sale.refunded',
  partially_refunded: 'sale.partlyRefunded',
  voided: 'sale.voided',
  expired: 'sale.expired',
};

const STAGES: Record<string, Key> = {
  processing: 'stage.processing',
  ready_for_pickup: 'stage.ready',
  shipped: 'stage.shipped',
  delivered: 'stage.delivered',
  picked_up: 'stage.pickedUp',
};

type Shown = { status: string; fulfillments?: readonly { status: string }[] };

/** How far an order is: its delivery, or its payment if nothing is delivered. */
export function SaleStatus({ order }: { order: Shown }): ReactNode {
  const t = useT();
  const { status, fulfillments = [] } = order;
  const isCancelled =
    fulfillments.length > 0 && fulfillments.every(one => one.status === 'cancelled');
  const isPaid = status === 'completed';
  const stage = isPaid ? STAGES[fulfillments.at(-1)?.status ?? ''] : undefined;
  const key = isCancelled ? 'orders.cancelled' : (stage ?? SALE[status]);
  return (
    <Badge variant="light" size="lg" tt="none">
      {key === undefined ? status : t(key)}
    </Badge>
  );
}
