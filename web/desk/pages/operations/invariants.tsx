import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { createScreenApi } from '../../../shared/api/index.js';
import { Failed } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { LongText, NameCell } from '../../parts/row.js';
import { Tag } from '../../parts/tag.js';
import { loginExpired } from '../../session/use-login.js';
import { useT } from '../../texts/index.js';
import type { InvariantCheck } from '../../types.js';

/** The service gives each of its statements 10 minutes. */
const TIMEOUT_MS = 15 * 60_000;

const runCheck = () => {
  const login = { screen: 'desk', onSignedOut: loginExpired } as const;
  return answer(createScreenApi({ ...login, timeoutMs: TIMEOUT_MS }).GET('/ops/invariants/'));
};

/** On demand, because it reads every record. A query: it goes on while another page is open. */
const useCheck = () =>
  useQuery({
    queryKey: ['operations', 'invariants'],
    queryFn: runCheck,
    enabled: false,
    retry: false,
    gcTime: TIMEOUT_MS,
  });

export function Invariants(): ReactNode {
  const t = useT();
  const format = useFormat();
  const columns = useColumns();
  const check = useCheck();
  return (
    <Panel
      title={t('operations.books')}
      isFlush
      aside={
        <Button size="xs" loading={check.isFetching} onClick={() => void check.refetch()}>
          {t('operations.check')}
        </Button>
      }
    >
      <Group p="sm" gap="sm">
        {check.data === undefined ? (
          <Text size="sm" c="dimmed">
            {t('operations.books.text')}
          </Text>
        ) : (
          <>
            <Tag tone={check.data.ok ? 'good' : 'bad'}>
              {t(check.data.ok ? 'operations.agree' : 'operations.differ')}
            </Tag>
            <Text size="sm" c="dimmed">
              {format.dateTime(check.data.checked_at)}
            </Text>
          </>
        )}
      </Group>
      {check.isError && !check.isFetching && <Failed error={check.error} />}
      {check.data !== undefined && (
        <DataTable
          label={t('operations.books')}
          rows={check.data.checks.toSorted((one, other) => other.offending - one.offending)}
          columns={columns}
          keyOf={({ name, store }) => `${name} ${store}`}
        />
      )}
    </Panel>
  );
}

function useColumns(): Column<InvariantCheck>[] {
  const t = useT();
  const format = useFormat();
  return [
    {
      head: t('list.name'),
      cell: one => (
        <LongText>
          <NameCell
            name={one.store === null ? one.name : `${one.name} · ${one.store}`}
            about={[one.description, ...one.ids]}
          />
        </LongText>
      ),
    },
    {
      head: t('operations.records'),
      isFigure: true,
      from: 'xs',
      cell: one => format.number(one.checked),
    },
    {
      head: t('operations.wrong'),
      isFigure: true,
      cell: one =>
        one.offending === 0 ? '0' : <Tag tone="bad">{format.number(one.offending)}</Tag>,
    },
  ];
}
