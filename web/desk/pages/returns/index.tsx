import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation, useParams } from 'wouter';
import { Page } from '../../parts/page.js';
import { useT } from '../../texts/index.js';
import { Exchanges } from './exchanges.js';
import { Requests } from './requests.js';

const PARTS = ['returns', 'exchanges'] as const;

/** Returns to decide, and the goods that tills exchanged. */
export default function Returns(): ReactNode {
  const t = useT();
  const { part } = useParams<{ part?: string }>();
  const [, go] = useLocation();
  const shown = PARTS.find(one => one === part) ?? 'returns';
  return (
    <Page title={t('nav.returns')} text={t('requests.text')}>
      <Tabs
        value={shown}
        onChange={next => go(next === 'returns' ? '/returns' : `/returns/${next}`)}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {PARTS.map(one => (
            <Tabs.Tab key={one} value={one}>
              {t(`returns.part.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="returns">
          <Requests />
        </Tabs.Panel>
        <Tabs.Panel value="exchanges">
          <Exchanges />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
