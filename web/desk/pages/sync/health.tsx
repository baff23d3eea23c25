import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { DataTable } from '../../parts/data-table.js';
import { LabelledValue, Panel } from '../../parts/page.js';
import { StatusTag } from '../../parts/tag.js';
import { useT } from '../../texts/index.js';
import type { GetResponse } from '../../types.js';
import { type Mirror, MirrorPanel } from './mirror.js';

const POLL_MS = 15_000;
type SyncHealth = GetResponse<'/integrations/analytics/sync-health/'> & { mirror?: Mirror };
type Direction = SyncHealth['inbound'];

export function Health(): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const health = useQuery({
    queryKey: ['sync', 'health'],
    queryFn: (): Promise<SyncHealth> => answer(api.GET('/integrations/analytics/sync-health/')),
    refetchInterval: POLL_MS,
  });
  return (
    <Stack>
      <Show query={health}>
        {({ status, checked_at, inbound, outbound, mirror }) => (
          <>
            <Group gap="sm">
              <StatusTag status={status} />
              <Text size="sm" c="dimmed">
                {t('sync.checked', { time: format.time(checked_at) })}
              </Text>
            </Group>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <DirectionPanel title={t('sync.inbound')} direction={inbound} />
              <DirectionPanel title={t('sync.outbound')} direction={outbound} />
            </SimpleGrid>
            {mirror !== undefined && <MirrorPanel mirror={mirror} />}
          </>
        )}
      </Show>
      <Pipeline />
      <Revisions />
    </Stack>
  );
}

function DirectionPanel({ title, direction }: { title: string; direction: Direction }): ReactNode {
  const t = useT();
  const format = useFormat();
  return (
    <Panel title={title}>
      <LabelledValue label={t('sync.pending')}>{format.number(direction.pending)}</LabelledValue>
      <LabelledValue label={t('sync.oldest')}>
        {t('sync.seconds', { count: Math.round(direction.oldest_pending_seconds) })}
      </LabelledValue>
      <LabelledValue label={t('sync.failed24h')}>
        {format.number(direction.failed_24h)}
      </LabelledValue>
      <LabelledValue label={t('sync.last')}>
        {direction.last_processed_at === null ? '—' : format.dateTime(direction.last_processed_at)}
      </LabelledValue>
    </Panel>
  );
}

function Pipeline(): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const pipeline = useQuery({
    queryKey: ['sync', 'pipeline'],
    queryFn: () => answer(api.GET('/integrations/analytics/webhook-pipeline/')),
    refetchInterval: POLL_MS * 2,
  });
  const ms = (value: number | null): string =>
    value === null ? '—' : t('sync.ms', { count: Math.round(value) });
  return (
    <Panel title={t('sync.pipeline')}>
      <Show query={pipeline}>
        {data => (
          <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing={4} spacing="xl">
            <LabelledValue label={t('sync.received24h')}>
              {format.number(data.total_received_24h)}
            </LabelledValue>
            <LabelledValue label={t('sync.duplicates')}>
              {format.number(data.duplicates_24h)}
            </LabelledValue>
            <LabelledValue label={t('sync.average')}>{ms(data.avg_processing_ms)}</LabelledValue>
            <LabelledValue label={t('sync.p95')}>{ms(data.p95_processing_ms)}</LabelledValue>
          </SimpleGrid>
        )}
      </Show>
    </Panel>
  );
}

function Revisions(): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const revisions = useQuery({
    queryKey: ['sync', 'revisions'],
    queryFn: () => answer(api.GET('/integrations/analytics/revision-health/')),
    refetchInterval: POLL_MS * 4,
  });
  return (
    <Panel title={t('sync.records')} isFlush>
      <Show query={revisions}>
        {({ models }) => (
          <DataTable
            label={t('sync.records')}
            rows={models}
            keyOf={model => model.model_type}
            columns={[
              { head: t('sync.kind'), cell: model => model.model_type },
              { head: t('sync.total'), isFigure: true, cell: model => format.number(model.total) },
              {
                head: t('sync.inSync'),
                isFigure: true,
                cell: model => format.number(model.in_sync),
              },
              {
                head: t('sync.stale'),
                isFigure: true,
                from: 'xs',
                cell: model => format.number(model.stale),
              },
              {
                head: t('sync.never'),
                isFigure: true,
                from: 'sm',
                cell: model => format.number(model.never_synced),
              },
            ]}
          />
        )}
      </Show>
    </Panel>
  );
}
