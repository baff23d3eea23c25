import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation, useParams } from 'wouter';
import { Page } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import { CardSearch } from './card-search.js';
import { Liability } from './liability.js';

const LIABILITY = 'liability';

/** Gift cards and store credits by their code, and what is owed to their holders. */
export default function StoredValue(): ReactNode {
  const t = useT();
  const { may } = useDesk();
  const { part } = useParams<{ part?: string }>();
  const [, go] = useLocation();
  const shown = part === LIABILITY ? LIABILITY : 'cards';
  return (
    <Page title={t('nav.value')} text={t('value.text')}>
      <Tabs
        value={shown}
        onChange={next => go(next === LIABILITY ? `/stored-value/${LIABILITY}` : '/stored-value')}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="cards">{t('value.cards')}</Tabs.Tab>
          {may('report.read') && <Tabs.Tab value={LIABILITY}>{t('value.liability')}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="cards">
          <CardSearch />
        </Tabs.Panel>
        <Tabs.Panel value={LIABILITY}>
          <Liability />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
