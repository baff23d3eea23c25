import { Button, Group } from '@mantine/core';
import { IconBook2, IconDownload, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { localDay } from '../../../../src/platform/local-day.js';
import { useApi } from '../../../shared/api/index.js';
import { Empty, Show } from '../../../shared/components/states.js';
import { saveFile } from '../../../shared/save-file.js';
import { CopySettings } from '../../parts/copy-settings/index.js';
import { DateRange, type Dates } from '../../parts/date-range.js';
import { Page, Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { GetResponse, Store } from '../../types.js';
import { ChainExport } from './chain-export.js';
import { DayPanel } from './day-panel.js';
import { SettingsForm } from './settings-form.js';

type Journal = GetResponse<'/reports/journal/'>;

/** What the accounting books, one day of a store at a time. */
export default function JournalPage(): ReactNode {
  const t = useT();
  const { store } = useDesk();
  if (store !== undefined) return <StoreJournal key={store.id} store={store} />;
  return (
    <Page title={t('nav.journal')} text={t('journal.text')}>
      <ChainExport />
      <Panel>
        <Empty icon={<IconBook2 size={28} />} title={t('journal.oneStore')} />
      </Panel>
    </Page>
  );
}

function StoreJournal({ store }: { store: Store }): ReactNode {
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  const today = localDay(new Date(), store.time_zone);
  const [range, setRange] = useState<Dates>({ from: `${today.slice(0, 8)}01`, to: today });
  const [isEditing, setEditing] = useState(false);
  const query = useQuery({
    queryKey: ['journal', store.id, range],
    queryFn: async () => {
      const query = { store_id: store.id, ...range };
      // Without a format the answer is JSON; the other formats are texts.
      return (await answer(api.GET('/reports/journal/', { params: { query } }))) as Journal;
    },
  });
  return (
    <Page
      title={t('nav.journal')}
      text={t('journal.text')}
      actions={
        <>
          <Group gap="xs">
            <DateRange range={range} max={today} onChange={setRange} />
          </Group>
          <CopySettings store={store} sections={['journal']} />
          <Download store={store} range={range} format="csv" />
          <Download store={store} range={range} format="datev" />
          {may('store.settings') && (
            <Button
              variant="default"
              leftSection={<IconSettings size={16} />}
              onClick={() => setEditing(true)}
            >
              {t('journal.accounts')}
            </Button>
          )}
        </>
      }
    >
      <Show
        query={query}
        isEmpty={({ days }) => days.length === 0}
        empty={
          <Panel>
            <Empty icon={<IconBook2 size={28} />} title={t('journal.none')} />
          </Panel>
        }
      >
        {({ days }) =>
          days
            .toReversed()
            .map(day => <DayPanel key={`${day.date} ${day.currency}`} day={day} store={store} />)
        }
      </Show>
      {isEditing && <SettingsForm store={store} onClose={() => setEditing(false)} />}
    </Page>
  );
}

function Download(props: { store: Store; range: Dates; format: 'csv' | 'datev' }): ReactNode {
  const t = useT();
  const api = useApi();
  const { store, range, format } = props;
  const download = useAction(
    () =>
      saveFile(
        api.GET('/reports/journal/', {
          params: { query: { store_id: store.id, ...range, format } },
          parseAs: 'blob',
        }),
        `journal-${format}.csv`,
      ),
    { changes: [] },
  );
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={download.isPending}
      onClick={() => download.mutate(undefined)}
    >
      {t(`journal.${format}`)}
    </Button>
  );
}
