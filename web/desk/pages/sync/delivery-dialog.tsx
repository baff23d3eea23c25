import { Code, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { LabelledValue } from '../../parts/page.js';
import { StatusTag } from '../../parts/tag.js';
import { useT } from '../../texts/index.js';
import type { ItemOf } from '../../types.js';

export type Delivery = ItemOf<'/webhook-endpoints/{id}/deliveries/'>;

/** What was sent to an endpoint, and what it answered to the last attempt. */
export function DeliveryDialog(props: {
  endpointId: string;
  delivery: Delivery;
  onClose: () => void;
}): ReactNode {
  const { endpointId, delivery, onClose } = props;
  const t = useT();
  const api = useApi();
  const detail = useQuery({
    queryKey: ['hooks', endpointId, delivery.id],
    queryFn: () => {
      const params = { path: { id: endpointId, delivery_id: delivery.id } };
      return answer(api.GET('/webhook-endpoints/{id}/deliveries/{delivery_id}/', { params }));
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={delivery.event}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <Show query={detail}>
        {one => (
          <Stack gap="md">
            <Facts delivery={one} />
            <Content label={t('hooks.delivery.payload')}>
              {JSON.stringify(one.payload, null, 2)}
            </Content>
            <Content label={t('hooks.delivery.body')}>{one.response_body ?? ''}</Content>
          </Stack>
        )}
      </Show>
    </Modal>
  );
}

function Facts({ delivery }: { delivery: Delivery }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { duration_ms: duration, next_attempt_at: next, error } = delivery;
  return (
    <Stack gap={6}>
      <LabelledValue label={t('list.status')}>
        <StatusTag status={delivery.status} />
      </LabelledValue>
      <LabelledValue label={t('list.time')}>{format.dateTime(delivery.created_at)}</LabelledValue>
      <LabelledValue label={t('hooks.delivery.attempts')}>
        {format.number(delivery.attempts)}
      </LabelledValue>
      {next !== null && (
        <LabelledValue label={t('hooks.delivery.next')}>{format.dateTime(next)}</LabelledValue>
      )}
      <LabelledValue label={t('hooks.answer')}>{delivery.response_status ?? '—'}</LabelledValue>
      {duration !== null && (
        <LabelledValue label={t('hooks.delivery.duration')}>
          {t('hooks.delivery.duration.ms', { count: format.number(duration) })}
        </LabelledValue>
      )}
      {error !== null && (
        <LabelledValue label={t('hooks.delivery.error')} isText>
          {error}
        </LabelledValue>
      )}
    </Stack>
  );
}

function Content({ label, children }: { label: string; children: string }): ReactNode {
  const t = useT();
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {label}
      </Text>
      {children === '' ? (
        <Text size="sm" c="dimmed">
          {t('hooks.delivery.empty')}
        </Text>
      ) : (
        <Code
          block
          mah={260}
          role="region"
          tabIndex={0}
          aria-label={label}
          style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        >
          {children}
        </Code>
      )}
    </div>
  );
}
