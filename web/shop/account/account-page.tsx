import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { OwnLogins } from '../../shared/components/own-logins.js';
import { Passkeys } from '../../shared/components/passkeys.js';
import { Loading } from '../../shared/components/states.js';
import { useTitle } from '../layout/use-title.js';
import { OrdersPanel } from '../orders/orders-page.js';
import { Panel } from '../parts/panel.js';
import { useSession } from '../session/use-session.js';
import { useT } from '../texts/index.js';
import { Addresses } from './addresses.js';
import { BalancesPanel } from './balances-panel.js';
import { ConsentPanel } from './consent-panel.js';
import { DataPanel } from './data-panel.js';
import { DetailsPanel } from './details-panel.js';
import { GiftCardCheck } from './gift-card-check.js';
import { GiftCards } from './gift-cards.js';
import { useLogOut } from './use-account.js';

export function AccountPage(): ReactNode {
  const t = useT();
  const session = useSession();
  useTitle(t('account.title'));
  const logOut = useLogOut();
  const user = session.data?.user;
  if (session.data === undefined) return <Loading />;
  if (user == null) return <Redirect to="/login?next=/account" replace />;
  return (
    <Stack maw={760} mx="auto" gap="lg">
      <Group justify="space-between">
        <Stack gap={0}>
          <Title order={1}>{t('account.hello', { name: user.first_name || user.name })}</Title>
          <Text c="dimmed">{user.email}</Text>
        </Stack>
        <Button variant="default" loading={logOut.isPending} onClick={() => logOut.mutate()}>
          {t('app.signOut')}
        </Button>
      </Group>
      <OrdersPanel />
      <BalancesPanel points={user.loyalty_points} />
      <GiftCards />
      <GiftCardCheck canSave />
      <DetailsPanel user={user} />
      <Addresses />
      <Panel title={t('logins.title')}>
        <OwnLogins />
      </Panel>
      <Panel title={t('passkeys.title')}>
        <Passkeys />
      </Panel>
      <ConsentPanel />
      <DataPanel />
    </Stack>
  );
}
