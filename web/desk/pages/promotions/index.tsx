import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { Page, Panel } from '../../parts/page.js';
import { useT } from '../../texts/index.js';
import { AbTests } from './ab-tests.js';
import { Campaigns } from './campaigns.js';
import { Codes } from './codes.js';

export default function Promotions(): ReactNode {
  const t = useT();
  return (
    <Page title={t('nav.promotions')}>
      <Tabs defaultValue="campaigns" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="campaigns">{t('campaigns.title')}</Tabs.Tab>
          <Tabs.Tab value="codes">{t('codes.title')}</Tabs.Tab>
          <Tabs.Tab value="tests">{t('tests.title')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="campaigns">
          <Panel isFlush>
            <Campaigns />
          </Panel>
        </Tabs.Panel>
        <Tabs.Panel value="codes">
          <Panel isFlush>
            <Codes />
          </Panel>
        </Tabs.Panel>
        <Tabs.Panel value="tests">
          <AbTests />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
