import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty, Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { LoadMore } from '../../parts/data-table.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { Panel } from '../../parts/page.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { AbTest } from '../../types.js';
import { TestResults } from './test-results.js';

export function AbTests(): ReactNode {
  const t = useT();
  const api = useApi();
  const pages = usePages(['ab-tests'], cursor =>
    api.GET('/ab-tests/', { params: { query: { cursor, limit: 10 } } }),
  );
  return (
    <Show
      query={pages}
      empty={
        <Panel>
          <Empty
            icon={<IconFlask size={28} />}
            title={t('tests.none')}
            text={t('tests.none.text')}
          />
        </Panel>
      }
    >
      {tests => (
        <Stack>
          {tests.map(test => (
            <TestPanel key={test.id} test={test} />
          ))}
          <LoadMore pages={pages} />
        </Stack>
      )}
    </Show>
  );
}

function TestPanel({ test }: { test: AbTest }): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const detail = useQuery({
    queryKey: ['ab-tests', test.id],
    queryFn: () => answer(api.GET('/ab-tests/{id}/', { params: { path: { id: test.id } } })),
  });
  const when =
    test.started_at === null
      ? t('tests.notStarted')
      : [test.started_at, test.ended_at]
          .map(at => (at === null ? '…' : format.date(at)))
          .join(' – ');
  return (
    <Panel
      title={test.name}
      isFlush
      aside={
        <Group gap="sm">
          <StatusTag status={test.status} />
          <TestActions test={test} />
        </Group>
      }
    >
      <Text size="sm" c="dimmed" px="md" pb="xs">
        {[when, test.description].filter(Boolean).join(' · ')}
      </Text>
      <Show query={detail}>{({ results }) => results && <TestResults results={results} />}</Show>
    </Panel>
  );
}

type Move = 'running' | 'paused' | 'completed';
const MOVES: Record<AbTest['status'], Move[]> = {
  draft: ['running'],
  running: ['paused', 'completed'],
  paused: ['running', 'completed'],
  completed: [],
};

function TestActions({ test }: { test: AbTest }): ReactNode {
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  const move = useAction(
    (status: Move) =>
      answer(api.PATCH('/ab-tests/{id}/', { params: { path: { id: test.id } }, body: { status } })),
    { changes: [['ab-tests']] },
  );
  if (!may('promotion.manage')) return null;
  return (
    <>
      {MOVES[test.status].map(status => (
        <Button
          key={status}
          size="compact-sm"
          variant="default"
          loading={move.isPending && move.variables === status}
          aria-label={`${t(`tests.to.${status}`)}: ${test.name}`}
          onClick={() => move.mutate(status)}
        >
          {t(`tests.to.${status}`)}
        </Button>
      ))}
      {test.status === 'draft' && <Remove test={test} />}
    </>
  );
}

function Remove({ test: { id, name } }: { test: AbTest }): ReactNode {
  const t = useT();
  const api = useApi();
  return (
    <DeleteButton
      name={name}
      text={t('tests.delete.text')}
      run={() => answer(api.DELETE('/ab-tests/{id}/', { params: { path: { id } } }))}
      changes={[['ab-tests']]}
    />
  );
}
