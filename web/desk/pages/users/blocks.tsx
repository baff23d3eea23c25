import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { useIsWide } from '../../state/use-is-wide.js';
import { useT } from '../../texts/index.js';
import type { Block } from '../../types.js';

const POLL_MS = 30_000;

/** The people, tills and addresses that are locked out; nothing while there are none. */
export function Blocks(): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const { may } = useDesk();
  const isWide = useIsWide();
  const { data: blocks = [] } = useQuery({
    queryKey: ['blocks'],
    queryFn: () => answer(api.GET('/ops/blocks/')),
    refetchInterval: POLL_MS,
  });
  if (blocks.length === 0) return null;
  const columns: Column<Block>[] = [
    {
      head: t('list.name'),
      cell: block => (
        <>
          <strong>{nameOf(block, t('blocks.unknown'))}</strong>
          {!isWide && (
            <Text size="xs" c="dimmed">
              {t(`blocks.kind.${block.kind}`)}
            </Text>
          )}
        </>
      ),
    },
    { head: t('blocks.kind'), from: 'sm', cell: block => t(`blocks.kind.${block.kind}`) },
    {
      head: t('blocks.since'),
      from: 'md',
      isFigure: true,
      cell: block => format.time(block.since),
    },
    { head: t('blocks.failures'), from: 'sm', isFigure: true, cell: block => block.failures },
    { head: t('blocks.until'), isFigure: true, cell: block => format.time(block.blocked_until) },
    ...(may('user.manage')
      ? [
          {
            head: t('list.actions'),
            isFigure: true,
            cell: (block: Block) => <LiftButton block={block} />,
          },
        ]
      : []),
  ];
  return (
    <Panel isFlush title={t('blocks.title')}>
      <DataTable
        label={t('blocks.title')}
        rows={blocks}
        columns={columns}
        keyOf={block => block.id}
      />
    </Panel>
  );
}

const nameOf = ({ user, terminal_id, address }: Block, unknown: string): string =>
  [user?.name, terminal_id, address].filter(Boolean).join(' · ') || unknown;

function LiftButton({ block }: { block: Block }): ReactNode {
  const t = useT();
  const api = useApi();
  const name = nameOf(block, t('blocks.unknown'));
  const lift = useAction<void, unknown>(
    () => answer(api.DELETE('/ops/blocks/{id}/', { params: { path: { id: block.id } } })),
    { changes: [['blocks']], done: () => t('blocks.lifted', { name }) },
  );
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={lift.isPending}
      aria-label={`${t('blocks.lift')}: ${name}`}
      onClick={() => lift.mutate()}
    >
      {t('blocks.lift')}
    </Button>
  );
}
