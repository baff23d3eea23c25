import { Anchor, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconRobot } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Page, Panel } from '../../parts/page.js';
import { NameCell } from '../../parts/row.js';
import { Tag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { Agent } from '../../types.js';
import { AgentActions } from './agent-actions.js';
import { AgentForm } from './agent-form.js';

/** Programs that order for customers, and how programs of the staff connect. */
export default function Agents(): ReactNode {
  const t = useT();
  const api = useApi();
  const [edited, setEdited] = useState<Agent | 'new'>();
  const columns = useColumns(setEdited);
  const pages = usePages(['agents'], cursor =>
    api.GET('/agents/', { params: { query: { cursor, etags: true } } }),
  );
  return (
    <Page
      title={t('nav.agents')}
      text={t('agents.text')}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
          {t('agents.new')}
        </Button>
      }
    >
      <Panel isFlush>
        <PagedTable
          label={t('nav.agents')}
          pages={pages}
          columns={columns}
          keyOf={agent => agent.id}
          empty={
            <Empty
              icon={<IconRobot size={28} />}
              title={t('agents.none')}
              text={t('agents.none.text')}
            />
          }
        />
      </Panel>
      <StaffPrograms />
      {edited !== undefined && (
        <AgentForm
          agent={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  );
}

function useColumns(onEdit: (agent: Agent) => void): Column<Agent>[] {
  const t = useT();
  const format = useFormat();
  const { storeOf } = useDesk();
  return [
    {
      head: t('list.name'),
      cell: agent => (
        <NameCell
          name={agent.name}
          about={[
            storeOf(agent.store_id)?.name,
            t('agents.key.hint', { hint: agent.key_hint }),
            agent.feed_error && t('agents.feed.failed', { reason: agent.feed_error }),
          ]}
        />
      ),
    },
    {
      head: t('agents.limit'),
      from: 'sm',
      isFigure: true,
      cell: ({ order_limit: limit, store_id }) =>
        limit === null ? '—' : format.money(limit, storeOf(store_id)?.currency),
    },
    { head: t('agents.since'), from: 'md', cell: agent => format.dateTime(agent.created_at) },
    {
      head: t('list.status'),
      from: 'xs',
      cell: agent => (
        <Tag tone={agent.is_active ? 'good' : 'bad'}>
          {t(agent.is_active ? 'agents.allowed' : 'agents.blocked')}
        </Tag>
      ),
    },
    {
      head: t('list.actions'),
      isFigure: true,
      cell: agent => <AgentActions agent={agent} onEdit={() => onEdit(agent)} />,
    },
  ];
}

/** Programs of the staff have no key: each works with the login of a person. */
function StaffPrograms(): ReactNode {
  const t = useT();
  const address = `${location.origin}/mcp`;
  return (
    <Panel title={t('agents.staff')}>
      <Stack gap="sm">
        <Text size="sm">{t('agents.staff.text')}</Text>
        <Group gap="xs" wrap="nowrap">
          <Code className="desk-wrap" flex={1} aria-label={t('agents.staff.address')}>
            {address}
          </Code>
          <CopyButton value={address}>
            {({ copied, copy }) => (
              <Button size="compact-sm" variant="subtle" onClick={copy}>
                {t(copied ? 'processors.copied' : 'processors.copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Text size="sm">
          {t('agents.staff.limits')}{' '}
          <Anchor component={Link} href="/store-settings" size="sm" underline="always">
            {t('agents.staff.settings')}
          </Anchor>
        </Text>
      </Stack>
    </Panel>
  );
}
