import { Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { type Column, LoadMore, PagedTable } from '../../parts/data-table.js';
import { type AuditEntry, listEntries } from '../../parts/history/calls.js';
import { Changes } from '../../parts/history/changes.js';
import { useEntryText } from '../../parts/history/entry-text.js';
import { WhoCell } from '../../parts/history/who-cell.js';
import { Page, Panel } from '../../parts/page.js';
import { LongText } from '../../parts/row.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import { EntryDrawer } from './entry-drawer.js';
import { Filters } from './filters.js';
import { useFilters } from './use-filters.js';
import { VerifyButton } from './verify-button.js';

const ENTRIES = 50;

/** Who changed what, in all records. */
export default function AuditLog(): ReactNode {
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  const { filters } = useFilters();
  const [opened, setOpened] = useState<AuditEntry>();
  const columns = useColumns();
  const pages = usePages(['audit-log', filters], cursor =>
    listEntries(api, filters, cursor, ENTRIES),
  );
  return (
    <Page
      title={t('nav.audit')}
      text={t('audit.text')}
      actions={may('audit.verify') && <VerifyButton />}
    >
      <Filters />
      <Panel isFlush>
        <PagedTable
          label={t('nav.audit')}
          pages={pages}
          columns={columns}
          keyOf={entry => entry.id}
          onOpen={setOpened}
          selected={opened?.id}
          empty={
            <>
              <Empty
                icon={<IconHistory size={28} />}
                title={t(pages.hasMore ? 'audit.noneSoFar' : 'audit.none')}
              />
              <LoadMore pages={pages} />
            </>
          }
        />
      </Panel>
      <EntryDrawer entry={opened} onClose={() => setOpened(undefined)} />
    </Page>
  );
}

function useColumns(): Column<AuditEntry>[] {
  const t = useT();
  const text = useEntryText();
  const { storeOf } = useDesk();
  return [
    {
      head: t('audit.who'),
      cell: entry => <WhoCell entry={entry} />,
    },
    {
      head: t('audit.what'),
      cell: entry => (
        <LongText>
          {text.type(entry.record_type)}: {text.action(entry.action)}
          <Text size="xs" c="dimmed">
            {Object.keys(entry.changes).slice(0, 3).map(text.field).join(', ')}
          </Text>
        </LongText>
      ),
    },
    {
      head: t('audit.changes'),
      from: 'md',
      cell: entry => (
        <LongText>
          <Changes changes={entry.changes} isShort />
        </LongText>
      ),
    },
    {
      head: t('audit.where'),
      from: 'lg',
      cell: entry => (
        <LongText>
          {[entry.store_id && storeOf(entry.store_id)?.name, entry.terminal_id, entry.address]
            .filter(Boolean)
            .join(' · ') || '—'}
        </LongText>
      ),
    },
  ];
}
