import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Empty, Show } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { type Entry, recentPapers } from '../state/journal/entries.js';
import { useT } from '../texts/index.js';
import { OwnPaper } from './own-paper.js';

/** The last sales and returns of this till from its own journal, while the service is out of reach. */
export function KeptRecent(props: {
  terminal: string;
  onReturn: (number: string) => void;
}): ReactNode {
  const t = useT();
  const [shown, setShown] = useState<Entry>();
  const entries = useQuery({
    queryKey: ['recent-papers', props.terminal],
    queryFn: () => recentPapers(props.terminal),
    staleTime: 0,
  });
  if (shown?.paper !== undefined) {
    return (
      <Stack>
        <OwnPaper rows={shown.paper} />
        <Button variant="default" size="lg" onClick={() => setShown(undefined)}>
          {t('app.back')}
        </Button>
      </Stack>
    );
  }
  return (
    <Show
      query={entries}
      isEmpty={list => list.length === 0}
      empty={<Empty title={t('recent.none')} />}
    >
      {list => (
        <Stack gap="sm">
          <Text c="dimmed">{t('recent.offline')}</Text>
          {list.map(entry => (
            <EntryCard
              key={entry.counter}
              entry={entry}
              onPaper={() => setShown(entry)}
              onReturn={props.onReturn}
            />
          ))}
        </Stack>
      )}
    </Show>
  );
}

function EntryCard(props: {
  entry: Entry;
  onPaper: () => void;
  onReturn: (number: string) => void;
}): ReactNode {
  const t = useT();
  const { money, dateTime } = useFormat();
  const { kind, number, counter, about, occurred_at, paper } = props.entry;
  return (
    <Paper className="surface" p="md" data-testid={`kept-${counter}`}>
      <Group justify="space-between" align="flex-start">
        <div>
          <Text fw={650} className="money">
            {about.total === null ? '' : `${kind === 'return' ? '−' : ''}${money(about.total)}`}
          </Text>
          <Text size="sm" c="dimmed">
            {[
              t(`journal.kind.${kind}`, { number: number ?? '' }),
              dateTime(occurred_at),
              about.employeeName,
            ].join(' · ')}
          </Text>
        </div>
        <Group gap="xs">
          {paper !== undefined && (
            <Button variant="default" onClick={props.onPaper}>
              {t('recent.receipt')}
            </Button>
          )}
          {number !== null && (
            <Button variant="default" onClick={() => props.onReturn(number)}>
              {t('recent.return')}
            </Button>
          )}
        </Group>
      </Group>
    </Paper>
  );
}
