import { IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import { type Column, PagedTable } from '../data-table.js';
import { Panel } from '../page.js';
import { LongText } from '../row.js';
import { type AuditEntry, listEntries } from './calls.js';
import { Changes } from './changes.js';
import { useEntryText } from './entry-text.js';
import { WhoCell } from './who-cell.js';

const ENTRIES = 10;

/** Who changed the record, when, and which values. */
export function History({ type, id }: { type: string; id: string }): ReactNode {
  const { may } = useDesk();
  return may('audit.read') ? <Entries type={type} id={id} /> : null;
}

/** An entry about a part of the record, or about an import that changed it. */
const hasName = ({ record_type, record_name }: AuditEntry, type: string): boolean =>
  record_type !== type || record_name !== undefined;

function Entries({ type, id }: { type: string; id: string }): ReactNode {
  const t = useT();
  const api = useApi();
  const text = useEntryText();
  const pages = usePages(['history', type, id], cursor =>
    listEntries(api, { record: `${type}/${id}` }, cursor, ENTRIES),
  );
  /** Of a part of the record, such as a variant of a product. */
  const nameOf = ({ record_type, record_name = '' }: AuditEntry): string =>
    `${text.type(record_type)} ${record_name}`.trim();
  const columns: Column<AuditEntry>[] = [
    {
      head: t('audit.who'),
      cell: entry => <WhoCell entry={entry} />,
    },
    {
      head: t('audit.what'),
      cell: entry => (
        <LongText>
          {hasName(entry, type) && `${nameOf(entry)}: `}
          {text.action(entry.action)}
          <Changes changes={entry.changes} />
        </LongText>
      ),
    },
  ];
  return (
    <Panel isFlush title={t('history.title')}>
      <PagedTable
        label={t('history.title')}
        pages={pages}
        columns={columns}
        keyOf={entry => entry.id}
        empty={<Empty icon={<IconHistory size={28} />} title={t('history.none')} />}
      />
    </Panel>
  );
}
