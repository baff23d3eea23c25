import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconListNumbers } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { useI18n } from '../../../shared/i18n/index.js';
import { refusalText } from '../../../shared/i18n/refusals.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Page, Panel } from '../../parts/page.js';
import { Tag, type Tone } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { JournalEntry } from '../../types.js';
import { DecisionForm } from './decision-form.js';
import { FiscalPanel } from './fiscal-panel.js';
import { Gaps } from './gaps.js';
import { RestartForm } from './restart-form.js';
import { useKind } from './use-kind.js';

const FILTERS = ['held', 'accepted', 'settled', 'all'] as const;
type Filter = (typeof FILTERS)[number];

/** The entries of the tills: what is held, what is missing, and what a person decides. */
export default function TillJournal(): ReactNode {
  const t = useT();
  const api = useApi();
  const { store, may } = useDesk();
  const [filter, setFilter] = useState<Filter>('held');
  const [decided, setDecided] = useState<JournalEntry>();
  const [isRestarting, setRestarting] = useState(false);
  const columns = useColumns(setDecided);
  const status = filter === 'all' ? undefined : filter;
  const pages = usePages(['till-journal', store?.code, filter], cursor =>
    api.GET('/pos/journal/', { params: { query: { store: store?.code, status, cursor } } }),
  );
  return (
    <Page
      title={t('nav.tillJournal')}
      text={t('tillJournal.text')}
      actions={
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={t('tillJournal.show')}
            value={filter}
            onChange={value => setFilter(value as Filter)}
            data={FILTERS.map(value => ({ value, label: t(`tillJournal.show.${value}`) }))}
          />
          {may('store.settings') && (
            <Button size="compact-sm" variant="default" onClick={() => setRestarting(true)}>
              {t('tillJournal.restart')}
            </Button>
          )}
        </Group>
      }
    >
      <Gaps store={store?.code} />
      <Panel isFlush>
        <PagedTable
          label={t('nav.tillJournal')}
          pages={pages}
          columns={columns}
          keyOf={entry => entry.id}
          empty={
            <Empty
              icon={<IconListNumbers size={28} />}
              title={t(filter === 'held' ? 'tillJournal.none.held' : 'tillJournal.none')}
            />
          }
        />
      </Panel>
      {store !== undefined && may('store.settings') && <FiscalPanel key={store.id} store={store} />}
      {isRestarting && <RestartForm onClose={() => setRestarting(false)} />}
      {decided !== undefined && (
        <DecisionForm key={decided.id} entry={decided} onClose={() => setDecided(undefined)} />
      )}
    </Page>
  );
}

const TONES: Record<JournalEntry['status'], Tone> = {
  held: 'bad',
  accepted: 'good',
  settled: 'calm',
};

function useColumns(onDecide: (entry: JournalEntry) => void): Column<JournalEntry>[] {
  const t = useT();
  const format = useFormat();
  const kindOf = useKind();
  const { may, store, storeOf } = useDesk();
  const place: Column<JournalEntry>[] =
    store === undefined
      ? [{ head: t('store.one'), from: 'md', cell: entry => storeOf(entry.store)?.name }]
      : [];
  return [
    { head: t('tillJournal.till'), isShort: true, cell: entry => entry.terminal_id },
    ...place,
    {
      head: t('tillJournal.counter'),
      isFigure: true,
      cell: ({ chain, counter }) => (chain === 1 ? counter : `${chain} / ${counter}`),
    },
    { head: t('tillJournal.kind'), cell: entry => kindOf(entry.kind) },
    {
      head: t('tillJournal.time'),
      from: 'sm',
      cell: entry => format.dateTime(entry.booked_at),
    },
    { head: t('list.status'), cell: entry => <Status entry={entry} /> },
    { head: t('tillJournal.sale'), from: 'sm', cell: entry => <SaleLink entry={entry} /> },
    {
      head: t('list.actions'),
      isFigure: true,
      cell: entry =>
        entry.status === 'held' &&
        may('refund.issue') && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${t('tillJournal.decide')}: ${entry.terminal_id} ${entry.counter}`}
            onClick={() => onDecide(entry)}
          >
            {t('tillJournal.decide')}
          </Button>
        ),
    },
  ];
}

/** Held sales are not booked, so they have the number of the till only. */
function SaleLink({ entry }: { entry: JournalEntry }): ReactNode {
  const { transaction_id: number, till_number: own } = entry;
  const shown = own ?? (typeof entry.data.number === 'string' ? entry.data.number : '');
  if (number === null) return shown;
  return (
    <Link href={`/transactions/${number}`} className="desk-link">
      {shown === '' ? number : shown}
    </Link>
  );
}

function Status({ entry }: { entry: JournalEntry }): ReactNode {
  const t = useT();
  const { language } = useI18n();
  const why =
    entry.status === 'held'
      ? refusalText(language, { code: entry.reason ?? '', message: entry.message ?? '' })
      : entry.settled_note;
  return (
    <Stack gap={2} align="flex-start">
      <Group gap={4}>
        <Tag tone={TONES[entry.status]}>{t(`tillJournal.status.${entry.status}`)}</Tag>
        {entry.flags.map(flag => (
          <Tag key={flag} tone="warn">
            {t(`tillJournal.flag.${flag}`)}
          </Tag>
        ))}
      </Group>
      {why !== null && why !== '' && (
        <Text size="xs" c="dimmed">
          {why}
        </Text>
      )}
    </Stack>
  );
}
