import { Button, Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Page, Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import { Deliveries } from './deliveries.js';
import { NewDelivery } from './new-delivery.js';
import { NewTask } from './new-task.js';
import { Tasks } from './tasks.js';

export default function TasksAndDeliveries(): ReactNode {
  const t = useT();
  const { may } = useDesk();
  const [tab, setTab] = useState<string | null>('tasks');
  const [isNew, setNew] = useState(false);
  const isTasks = tab === 'tasks';
  return (
    <Page
      title={t('nav.tasks')}
      actions={
        may(isTasks ? 'task.manage' : 'delivery.manage') && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setNew(true)}>
            {isTasks ? t('tasks.new') : t('deliveries.new')}
          </Button>
        )
      }
    >
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="tasks">{t('tasks.title')}</Tabs.Tab>
          <Tabs.Tab value="deliveries">{t('deliveries.title')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tasks">
          <Panel isFlush>
            <Tasks />
          </Panel>
        </Tabs.Panel>
        <Tabs.Panel value="deliveries">
          <Panel isFlush>
            <Deliveries />
          </Panel>
        </Tabs.Panel>
      </Tabs>
      {isNew && isTasks && <NewTask onClose={() => setNew(false)} />}
      {isNew && !isTasks && <NewDelivery onClose={() => setNew(false)} />}
    </Page>
  );
}
