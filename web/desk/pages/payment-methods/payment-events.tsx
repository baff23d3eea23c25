import { Group, SegmentedControl, Text } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { RetryButton } from '../../parts/retry-button.js';
import { LongText, NameCell } from '../../parts/row.js';
import { StatusTag } from '../../parts/tag.js';
import { PROCESSOR_NAMES } from '../../processors.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { ItemOf } from '../../types.js';

type PaymentEvent = ItemOf<'/payments/webhook-events/'>;

const STATUSES = ['failed', 'pending', 'processed'] as const;
type Status = (typeof STATUSES)[number];

/** What the card processors have sent, with the reason why an event failed and a retry. */
export function PaymentEvents(): ReactNode {
  const { may } = useDesk();
  return may('webhook.manage') ? <Events /> : null;
}

function Events(): ReactNode {
  const t = useT();
  const api = useApi();
  const [status, setStatus] = useState<Status>('failed');
  const pages = usePages(['payment-events', status], cursor =>
    api.GET('/payments/webhook-events/', { params: { query: { status, cursor } } }),
  );
  return (
    <Panel title={t('paymentEvents.title')} isFlush>
      <Group p="sm" gap="sm">
        <SegmentedControl
          size="xs"
          aria-label={t('list.status')}
          value={status}
          onChange={setStatus}
          data={STATUSES.map(value => ({ value, label: t(`status.${value}`) }))}
        />
        <Text size="sm" c="dimmed">
          {t('paymentEvents.text')}
        </Text>
      </Group>
      <PagedTable
        label={t('paymentEvents.title')}
        pages={pages}
        columns={useColumns(status)}
        keyOf={({ id }) => id}
        empty={<Empty icon={<IconInbox size={28} />} title={t('paymentEvents.none')} />}
      />
    </Panel>
  );
}

function useColumns(status: Status): Column<PaymentEvent>[] {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  return [
    {
      head: t('paymentEvents.event'),
      cell: event => (
        <LongText>
          <NameCell name={event.event_type} about={[event.event_id, event.error_message]} />
        </LongText>
      ),
    },
    {
      head: t('methods.processor'),
      from: 'sm',
      cell: ({ processor }) => PROCESSOR_NAMES[processor],
    },
    { head: t('list.status'), from: 'xs', cell: event => <StatusTag status={event.status} /> },
    {
      head: t('paymentEvents.received'),
      from: 'md',
      cell: event => <Text size="sm">{format.dateTime(event.received_at)}</Text>,
    },
    {
      head: t('operations.attempts'),
      isFigure: true,
      from: 'lg',
      cell: ({ attempts }) => format.number(attempts),
    },
    ...(status === 'failed'
      ? [
          {
            head: t('list.actions'),
            isFigure: true,
            cell: ({ event_id, processor }: PaymentEvent) => (
              <RetryButton
                name={event_id}
                run={() =>
                  answer(
                    api.POST('/payments/webhook-events/{event_id}/retry/', {
                      params: { path: { event_id }, query: { processor } },
                    }),
                  )
                }
                changes={[['payment-events']]}
                done={t('operations.retried', { name: event_id })}
              />
            ),
          },
        ]
      : []),
  ];
}
