import { Group, SegmentedControl, Text } from '@mantine/core';
import { IconCloudCheck } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { PagedTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { RetryButton } from '../../parts/retry-button.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';

function Filter(props: {
  values: readonly string[];
  value: string;
  onChange: (v: string) => void;
}) {
  const t = useT();
  return (
    <Group p="sm">
      <SegmentedControl
        size="xs"
        aria-label={t('list.status')}
        value={props.value}
        onChange={props.onChange}
        data={props.values.map(value => ({ value, label: t(`sync.filter.${value}` as never) }))}
      />
    </Group>
  );
}

function Retry(props: { name: string; run: () => Promise<unknown> }): ReactNode {
  const t = useT();
  const { may } = useDesk();
  if (!may('sync.manual')) return null;
  return (
    <RetryButton {...props} changes={[['sync']]} done={t('sync.retried', { name: props.name })} />
  );
}

function Named(props: { name: string; detail: string | null }): ReactNode {
  return (
    <>
      <Text size="sm" fw={600}>
        {props.name}
      </Text>
      {props.detail !== null && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {props.detail}
        </Text>
      )}
    </>
  );
}

/** Events received from the content system. */
export function InboundEvents(): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const [status, setStatus] = useState('failed');
  const pages = usePages(['sync', 'inbound', status], cursor =>
    api.GET('/integrations/inbound-events/', {
      params: {
        query: { status: status === 'all' ? undefined : (status as 'failed'), cursor },
      },
    }),
  );
  return (
    <Panel isFlush>
      <Filter
        values={['failed', 'pending', 'skipped', 'processed', 'all']}
        value={status}
        onChange={setStatus}
      />
      <PagedTable
        label={t('sync.inbound')}
        pages={pages}
        keyOf={event => event.id}
        empty={<Empty icon={<IconCloudCheck size={28} />} title={t('sync.none')} />}
        columns={[
          {
            head: t('sync.record'),
            cell: event => (
              <Named
                name={`${event.document_type} ${event.document_id}`}
                detail={event.error ?? event.reason}
              />
            ),
          },
          { head: t('list.status'), cell: event => <StatusTag status={event.status} /> },
          { head: t('list.time'), from: 'sm', cell: event => format.dateTime(event.received_at) },
          {
            head: t('sync.attempts'),
            isFigure: true,
            from: 'md',
            cell: event => format.number(event.attempts),
          },
          {
            head: t('list.actions'),
            isFigure: true,
            cell: event =>
              event.status === 'failed' && (
                <Retry
                  name={event.document_id}
                  run={() =>
                    answer(
                      api.POST('/integrations/inbound-events/{id}/retry/', {
                        params: { path: { id: event.id } },
                      }),
                    )
                  }
                />
              ),
          },
        ]}
      />
    </Panel>
  );
}

/** Changes that are not yet sent to the content system. */
export function OutboundChanges(): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const [status, setStatus] = useState('all');
  const pages = usePages(['sync', 'outbound', status], cursor =>
    api.GET('/integrations/outbound-changes/', {
      params: {
        query: { status: status === 'all' ? undefined : (status as 'failed'), cursor },
      },
    }),
  );
  return (
    <Panel isFlush>
      <Filter values={['all', 'failed', 'pending']} value={status} onChange={setStatus} />
      <PagedTable
        label={t('sync.outbound')}
        pages={pages}
        keyOf={change => `${change.kind} ${change.record_id}`}
        empty={<Empty icon={<IconCloudCheck size={28} />} title={t('sync.none')} />}
        columns={[
          {
            head: t('sync.record'),
            cell: change => (
              <Named name={`${change.kind} ${change.record_id}`} detail={change.error} />
            ),
          },
          { head: t('list.status'), cell: change => <StatusTag status={change.status} /> },
          { head: t('list.time'), from: 'sm', cell: change => format.dateTime(change.queued_at) },
          {
            head: t('sync.attempts'),
            isFigure: true,
            from: 'md',
            cell: change => format.number(change.attempts),
          },
          {
            head: t('list.actions'),
            isFigure: true,
            cell: change =>
              change.status === 'failed' && (
                <Retry
                  name={change.record_id}
                  run={() =>
                    answer(
                      api.POST('/integrations/outbound-changes/{kind}/{record_id}/retry/', {
                        params: { path: { kind: change.kind, record_id: change.record_id } },
                      }),
                    )
                  }
                />
              ),
          },
        ]}
      />
    </Panel>
  );
}
