import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { Page } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import { Health } from './health.js';
import { InboundEvents, OutboundChanges } from './problems.js';
import { Webhooks } from './webhooks.js';

export default function Sync(): ReactNode {
  const t = useT();
  const { may } = useDesk();
  return (
    <Page title={t('nav.sync')} text={t('sync.text')}>
      <Tabs defaultValue="health" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="health">{t('sync.health')}</Tabs.Tab>
          <Tabs.Tab value="inbound">{t('sync.inbound')}</Tabs.Tab>
          <Tabs.Tab value="outbound">{t('sync.outbound')}</Tabs.Tab>
          {may('webhook.manage') && <Tabs.Tab value="webhooks">{t('hooks.title')}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="health">
          <Health />
        </Tabs.Panel>
        <Tabs.Panel value="inbound">
          <InboundEvents />
        </Tabs.Panel>
        <Tabs.Panel value="outbound">
          <OutboundChanges />
        </Tabs.Panel>
        <Tabs.Panel value="webhooks">
          <Webhooks />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
