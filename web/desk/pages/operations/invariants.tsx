import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Failed } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { LongText, NameCell } from '../../parts/row.js';
import { Tag } from '../../parts/tag.js';
import { useT } from '../../texts/index.js';
import type { InvariantCheck } from '../../types.js';

/** Checks on demand, because it reads every record. */
export function Invariants(): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const columns = useColumns();
  const check = useMutation({ mutationFn: () => answer(api.GET('/ops/invariants/')) });
  return (
    <Panel
      title={t('operations.books')}
      isFlush
      aside={
        <Button size="xs" loading={check.isPending} onClick={() => check.mutate()}>
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
      {check.isError && <Failed error={check.error} />}
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
