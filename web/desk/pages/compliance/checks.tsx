import { Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { ComplianceCheck } from '../../types.js';

/** Age and identity checks that took place, newest first. */
export function Checks(): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const pages = usePages(['checks', store?.code], cursor =>
    api.GET('/compliance/checks/', { params: { query: { store: store?.code, cursor } } }),
  );
  return (
    <Panel isFlush>
      <PagedTable
        label={t('compliance.checks')}
        pages={pages}
        columns={useColumns()}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        empty={<Empty icon={<IconShieldCheck size={28} />} title={t('checks.none')} />}
      />
    </Panel>
  );
}

function useColumns(): Column<ComplianceCheck>[] {
  const t = useT();
  const format = useFormat();
  return [
    {
      head: t('checks.kind'),
      cell: ({ kind, reference, age }) => (
        <>
          <strong>
            {t(`checks.kind.${kind}`)}
            {age !== null && ` ${age}+`}
          </strong>
          {reference !== null && (
            <Text size="xs" c="dimmed" className="desk-wrap">
              {reference}
            </Text>
          )}
        </>
      ),
    },
    { head: t('checks.outcome'), cell: ({ outcome }) => <StatusTag status={outcome} /> },
    {
      head: t('checks.by'),
      from: 'md',
      cell: ({ checked_by }) => checked_by ?? '–',
    },
    {
      head: t('checks.at'),
      from: 'sm',
      cell: ({ checked_at }) => format.dateTime(checked_at),
    },
  ];
}
