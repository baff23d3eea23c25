import { Group, Paper, Stack, Text } from '@mantine/core';
import { IconTruck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty, Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { Fulfillment, Sale } from '../../types.js';
import { Address } from '../fulfillments/address.js';
import { Goods } from '../fulfillments/goods.js';
import { Parcels } from '../fulfillments/parcels.js';

/** How the goods reach the customer: shipping, pickup or download, with parcels and address. */
export function Deliveries({ sale }: { sale: Sale }): ReactNode {
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  const deliveries = useQuery({
    queryKey: ['fulfillments', 'of', sale.transactionId],
    queryFn: () => {
      const query = { transaction: sale.transactionId, ordering: 'created_at' as const };
      return answer(api.GET('/fulfillments/', { params: { query } }));
    },
  });
  return (
    <Show
      query={deliveries}
      empty={<Empty icon={<IconTruck size={28} />} title={t('sales.deliveries.none')} />}
    >
      {list => (
        <Stack gap="sm">
          {list.map(one => (
            <Delivery key={one.id} one={one} />
          ))}
          {may('fulfillment.handle') && (
            <Link href="/fulfillments" className="desk-link">
              {t('sales.deliveries.board')}
            </Link>
          )}
        </Stack>
      )}
    </Show>
  );
}

function Delivery({ one }: { one: Fulfillment }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { scheduled_at: due, handed_over_at: handedOver } = one;
  const about = [
    one.customer_name,
    one.customer_email,
    due !== null && t('fulfillments.due', { time: format.dateTime(due) }),
    handedOver !== null && t('sales.deliveries.handedOver', { time: format.dateTime(handedOver) }),
  ].filter(Boolean);
  return (
    <Paper className="surface" p="sm">
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={600}>
          {t(`fulfillments.type.${one.fulfillment_type}`)}
        </Text>
        <StatusTag status={one.status} />
      </Group>
      {about.length > 0 && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {about.join(' · ')}
        </Text>
      )}
      <Address one={one} />
      <Goods one={one} />
      <Parcels one={one} />
      {one.cancel_reason !== null && <Text size="xs">{one.cancel_reason}</Text>}
      {one.notes !== '' && <Text size="xs">{one.notes}</Text>}
    </Paper>
  );
}
