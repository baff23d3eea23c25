import { Button, Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Page, Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import { AbTests } from './ab-tests.js';
import { CampaignForm } from './campaign-form.js';
import { Campaigns } from './campaigns.js';
import { CodeForm } from './code-form.js';
import { Codes } from './codes.js';
import { PromotionForm } from './promotion-form.js';
import { PromotionList } from './promotion-list.js';

const TABS = ['campaigns', 'promotions', 'codes'] as const;
type Tab = (typeof TABS)[number];

const LISTS = { campaigns: Campaigns, promotions: PromotionList, codes: Codes };
const FORMS = { campaigns: CampaignForm, promotions: PromotionForm, codes: CodeForm };

export default function Promotions(): ReactNode {
  const t = useT();
  const { may } = useDesk();
  const [tab, setTab] = useState<Tab | 'tests'>('campaigns');
  const [isNew, setNew] = useState(false);
  const Form = tab === 'tests' ? undefined : FORMS[tab];
  return (
    <Page
      title={t('nav.promotions')}
      actions={
        tab !== 'tests' &&
        may('promotion.manage') && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setNew(true)}>
            {t(`${tab}.new`)}
          </Button>
        )
      }
    >
      <Tabs value={tab} onChange={next => setTab(next as Tab)} keepMounted={false}>
        <Tabs.List mb="md">
          {[...TABS, 'tests' as const].map(name => (
            <Tabs.Tab key={name} value={name}>
              {t(`${name}.title`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(name => {
          const List = LISTS[name];
          return (
            <Tabs.Panel key={name} value={name}>
              <Panel isFlush>
                <List />
              </Panel>
            </Tabs.Panel>
          );
        })}
        <Tabs.Panel value="tests">
          <AbTests />
        </Tabs.Panel>
      </Tabs>
      {isNew && Form && <Form onClose={() => setNew(false)} />}
    </Page>
  );
}
