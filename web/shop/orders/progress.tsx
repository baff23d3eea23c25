import { Alert, Text, Timeline } from '@mantine/core';
import {
  IconBuildingStore,
  IconCheck,
  IconHome,
  IconPackage,
  IconTruckDelivery,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../shared/i18n/format.js';
import { type Key, useT } from '../texts/index.js';
import type { Order } from './use-order.js';

type Fulfillment = NonNullable<Order['fulfillment']>;
type Stage = { status: string; text: Key; icon: ReactNode };

const SIZE = 16;
const BEGIN: readonly Stage[] = [
  { status: 'pending', text: 'stage.pending', icon: <IconCheck size={SIZE} /> },
  { status: 'processing', text: 'stage.processing', icon: <IconPackage size={SIZE} /> },
];
const SHIP: readonly Stage[] = [
  ...BEGIN,
  { status: 'shipped', text: 'stage.shipped', icon: <IconTruckDelivery size={SIZE} /> },
  { status: 'delivered', text: 'stage.delivered', icon: <IconHome size={SIZE} /> },
];
const PICKUP: readonly Stage[] = [
  ...BEGIN,
  { status: 'ready_for_pickup', text: 'stage.ready', icon: <IconBuildingStore size={SIZE} /> },
  { status: 'picked_up', text: 'stage.pickedUp', icon: <IconHome size={SIZE} /> },
];

/** Steps of the fulfillment, up to the current one. */
export function Progress({ fulfillment }: { fulfillment: Fulfillment }): ReactNode {
  const t = useT();
  const { dateTime } = useFormat();
  const { status, fulfillment_type: type, scheduled_at: at } = fulfillment;
  if (status === 'cancelled' || status === 'expired') {
    return <Alert color="red" variant="light" title={t(`stage.${status}`)} />;
  }
  const stages = type === 'ship' ? SHIP : PICKUP;
  const current = stages.findIndex(stage => stage.status === status);
  return (
    <Timeline active={current} bulletSize={30} lineWidth={2}>
      {stages.map(({ status: name, text, icon }, index) => (
        <Timeline.Item
          key={name}
          bullet={icon}
          title={t(text)}
          aria-current={index === current ? 'step' : undefined}
        >
          {name === 'ready_for_pickup' && at !== null && (
            <Text size="sm" c="dimmed">
              {t('stage.planned', { time: dateTime(at) })}
            </Text>
          )}
          {name === 'delivered' && fulfillment.shipping_city !== null && (
            <Text size="sm" c="dimmed">
              {[fulfillment.shipping_city, fulfillment.shipping_region].filter(Boolean).join(', ')}
            </Text>
          )}
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
