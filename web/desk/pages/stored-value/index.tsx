import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation, useParams } from 'wouter';
import { Page } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import { CardPage } from './card.js';
import { Cards } from './cards.js';
import { Liability } from './liability.js';
import { Tiers } from './tiers.js';

const PARTS = ['cards', 'liability', 'tiers'] as const;

/** Length of a UUID: the page of one card. */
const ID_LENGTH = 36;

/** Gift cards and store credits, what is owed to their holders, and tiers. */
export default function StoredValue(): ReactNode {
  const t = useT();
  const { may } = useDesk();
  const { part } = useParams<{ part?: string }>();
  const [, go] = useLocation();
  const shown = PARTS.find(one => one === part) ?? 'cards';
  const card = part !== undefined && part.length === ID_LENGTH ? part : undefined;
  return (
    <Page title={t('nav.value')} text={t('value.text')}>
      <Tabs
        value={shown}
        onChange={next => go(next === 'cards' ? '/stored-value' : `/stored-value/${next}`)}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="cards">{t('value.cards')}</Tabs.Tab>
          {may('report.read') && <Tabs.Tab value="liability">{t('value.liability')}</Tabs.Tab>}
          <Tabs.Tab value="tiers">{t('tiers.title')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="cards">
          {card === undefined ? <Cards /> : <CardPage key={card} id={card} />}
        </Tabs.Panel>
        <Tabs.Panel value="liability">
          <Liability />
        </Tabs.Panel>
        <Tabs.Panel value="tiers">
          <Tiers />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
