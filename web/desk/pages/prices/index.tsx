import { Button, Group, Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { Page, Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import { PriceCsv } from './csv.js';
import { Gaps } from './gaps.js';
import { ListForm } from './list-form.js';
import { ListPrices } from './list-prices.js';
import { PriceLists } from './price-lists.js';

const GAPS = 'gaps';

/** The price lists and gaps, or the prices of the list in the URL. */
export default function Prices(): ReactNode {
  const { list } = useParams<{ list?: string }>();
  if (list === undefined || list === GAPS) return <Overview isGaps={list === GAPS} />;
  return <ListPrices key={list} id={list} />;
}

function Overview({ isGaps }: { isGaps: boolean }): ReactNode {
  const t = useT();
  const { may } = useDesk();
  const [, go] = useLocation();
  const [isNew, setNew] = useState(false);
  return (
    <Page
      title={t('nav.prices')}
      text={t('priceLists.text')}
      actions={
        !isGaps && (
          <Group gap="xs">
            <PriceCsv />
            {may('catalog.chain') && (
              <Button leftSection={<IconPlus size={16} />} onClick={() => setNew(true)}>
                {t('priceLists.new')}
              </Button>
            )}
          </Group>
        )
      }
    >
      <Tabs
        value={isGaps ? GAPS : 'lists'}
        onChange={next => go(next === GAPS ? `/prices/${GAPS}` : '/prices')}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="lists">{t('priceLists.title')}</Tabs.Tab>
          <Tabs.Tab value={GAPS}>{t('gaps.title')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="lists">
          <Panel isFlush>
            <PriceLists />
          </Panel>
        </Tabs.Panel>
        <Tabs.Panel value={GAPS}>
          <Gaps />
        </Tabs.Panel>
      </Tabs>
      {isNew && <ListForm onClose={() => setNew(false)} />}
    </Page>
  );
}
