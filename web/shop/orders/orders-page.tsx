import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { IconPackage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, Redirect } from 'wouter';
import { Empty, Loading, Show } from '../../shared/components/states.js';
import { useTitle } from '../layout/use-title.js';
import { Panel } from '../parts/panel.js';
import { useSession } from '../session/use-session.js';
import { useT } from '../texts/index.js';
import { OrderList } from './order-list.js';
import { useOwnOrders } from './use-own-orders.js';

const LATEST = 3;

export function OrdersPage(): ReactNode {
  const t = useT();
  const session = useSession();
  useTitle(t('orders.title'));
  if (session.data === undefined) return <Loading />;
  if (session.data.user == null) return <Redirect to="/login?next=/orders" replace />;
  return (
    <Stack maw={760} mx="auto" gap="lg">
      <Stack gap={4}>
        <Title order={1}>{t('orders.title')}</Title>
        <Text c="dimmed">{t('orders.text')}</Text>
      </Stack>
      <AllOrders />
    </Stack>
  );
}

function AllOrders(): ReactNode {
  const t = useT();
  const orders = useOwnOrders();
  return (
    <Show query={orders} empty={<NoOrders />}>
      {list => (
        <Stack gap="md">
          <OrderList orders={list} />
          {orders.hasNextPage && (
            <Button
              variant="default"
              loading={orders.isFetchingNextPage}
              onClick={() => void orders.fetchNextPage()}
            >
              {t('orders.more')}
            </Button>
          )}
        </Stack>
      )}
    </Show>
  );
}

function NoOrders(): ReactNode {
  const t = useT();
  return (
    <Empty
      icon={<IconPackage size={28} />}
      title={t('orders.none')}
      text={t('orders.none.text')}
      action={
        <Button component={Link} href="/" variant="light">
          {t('catalogue.all')}
        </Button>
      }
    />
  );
}

/** The latest orders on the page of the account. */
export function OrdersPanel(): ReactNode {
  const t = useT();
  const orders = useOwnOrders(LATEST);
  return (
    <Panel title={t('orders.title')}>
      <Show query={orders} empty={<Text c="dimmed">{t('orders.none.text')}</Text>}>
        {list => (
          <Stack gap="md">
            <OrderList orders={list.slice(0, LATEST)} />
            <Anchor component={Link} href="/orders">
              {t('orders.all')}
            </Anchor>
          </Stack>
        )}
      </Show>
    </Panel>
  );
}
