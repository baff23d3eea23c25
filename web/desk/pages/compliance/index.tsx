import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation, useParams } from 'wouter';
import { Page } from '../../parts/page.js';
import { useT } from '../../texts/index.js';
import { Checks } from './checks.js';
import { Credentials } from './credentials.js';
import { Limits } from './limits.js';

const PARTS = ['identity', 'limits', 'checks'] as const;

/** Identity checks to decide, purchase limits, and the list of age and identity checks. */
export default function Compliance(): ReactNode {
  const t = useT();
  const { part } = useParams<{ part?: string }>();
  const [, go] = useLocation();
  const shown = PARTS.find(one => one === part) ?? 'identity';
  return (
    <Page title={t('nav.compliance')} text={t('compliance.text')}>
      <Tabs
        value={shown}
        onChange={next => go(next === 'identity' ? '/compliance' : `/compliance/${next}`)}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {PARTS.map(one => (
            <Tabs.Tab key={one} value={one}>
              {t(`compliance.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="identity">
          <Credentials />
        </Tabs.Panel>
        <Tabs.Panel value="limits">
          <Limits />
        </Tabs.Panel>
        <Tabs.Panel value="checks">
          <Checks />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
