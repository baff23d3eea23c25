import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { Page } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import { AllStores } from './all-stores.js';
import { SetupBanner } from './setup-banner.js';
import { StoreDay } from './store-day.js';

export default function Dashboard(): ReactNode {
  const t = useT();
  const { store, stores, may } = useDesk();
  if (stores.length === 0 && may('store.manage')) return <Redirect to="/setup" />;
  if (store !== undefined) {
    return (
      <Stack>
        <SetupBanner />
        <StoreDay key={store.id} store={store} />
      </Stack>
    );
  }
  return (
    <Page title={t('nav.dashboard')} text={t('dashboard.all')}>
      <Stack>
        <SetupBanner />
        <AllStores />
      </Stack>
    </Page>
  );
}
