import { Group, Stack, Text } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { Link } from 'wouter';
import { Empty, Loading } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { Panel } from '../../parts/page.js';
import { shortNumber } from '../../parts/short-number.js';
import { StatusTag } from '../../parts/tag.js';
import { useT } from '../../texts/index.js';
import type { RecentSale } from '../../types.js';

const SHOWN = 8;

/** The newest sales; new ones are highlighted briefly. */
export function RecentSales(props: { sales: RecentSale[] | undefined }): ReactNode {
  const t = useT();
  const sales = props.sales?.slice(0, SHOWN);
  return (
    <Panel
      title={t('dashboard.recent')}
      h="100%"
      aside={
        <Link href="/transactions" className="desk-link">
          {t('dashboard.recent.all')}
        </Link>
      }
    >
      {sales === undefined && <Loading />}
      {sales?.length === 0 && (
        <Empty icon={<IconReceipt size={28} />} title={t('dashboard.recent.none')} />
      )}
      {sales !== undefined && sales.length > 0 && <List sales={sales} />}
    </Panel>
  );
}

function List({ sales }: { sales: RecentSale[] }): ReactNode {
  const format = useFormat();
  const first = useRef(new Set(sales.map(sale => sale.transactionId)));
  return (
    <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }} data-testid="recent">
      {sales.map(sale => (
        <Group
          key={sale.transactionId}
          component="li"
          justify="space-between"
          wrap="nowrap"
          h={37}
          className={first.current.has(sale.transactionId) ? undefined : 'desk-new'}
        >
          <Group gap="sm" wrap="nowrap">
            <Text size="sm" c="dimmed" className="money" w={62} visibleFrom="xs">
              {format.time(sale.created_at)}
            </Text>
            <Link
              href={`/transactions/${sale.transactionId}`}
              className="desk-link"
              title={sale.transactionId}
            >
              {shortNumber(sale.transactionId)}
            </Link>
          </Group>
          <Group gap="sm" wrap="nowrap">
            {sale.status !== 'completed' && <StatusTag status={sale.status} />}
            <Text size="sm" fw={600} className="money">
              {format.money(sale.totalAmount)}
            </Text>
          </Group>
        </Group>
      ))}
    </Stack>
  );
}
