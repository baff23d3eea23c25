import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Page } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import { AllStores } from './all-stores.js';
import { StoreDay } from './store-day.js';

export default function Dashboard(): ReactNode {
  const t = useT();
  const { store } = useDesk();
  if (store !== undefined) return <StoreDay key={store.id} store={store} />;
  return (
    <Page title={t('nav.dashboard')} text={t('dashboard.all')}>
      <Stack>
        <AllStores />
      </Stack>
    </Page>
  );
}
