import { Button, Code, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import { useDesk } from '../../state/desk.js';
import { useNow } from '../../state/use-now.js';
import { type Key, useT } from '../../texts/index.js';
import type { Approval } from '../../types.js';
import { useTypeText } from './type-text.js';

type Props = {
  request: Approval;
  isSelected: boolean;
  isOwn: boolean;
  busy: 'approve' | 'deny' | undefined;
  onDecide: (action: 'approve' | 'deny') => void;
};

export function Request(props: Props): ReactNode {
  const { request, isSelected, isOwn, busy, onDecide } = props;
  const t = useT();
  const format = useFormat();
  const typeText = useTypeText();
  const { store, storeOf } = useDesk();
  const place = storeOf(request.store_id);
  const who = [
    request.requested_by_name,
    request.terminal_id,
    store === undefined ? place?.name : undefined,
  ].filter(Boolean);
  return (
    <Paper
      component="li"
      className="surface desk-card"
      p="md"
      data-selected={isSelected || undefined}
    >
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={4} flex={1} miw={220}>
          <Group gap="sm" align="baseline">
            <Text fw={650} size="lg">
              {typeText(request.request_type)}
            </Text>
            {request.details.amount_unknown !== true && (
              <Text fw={650} size="lg" className="money">
                {format.money(request.amount, place?.currency)}
              </Text>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {who.join(' · ')}
          </Text>
          {request.transaction_id !== undefined && (
            <Text size="sm" fw={600}>
              {t('approvals.sale', { number: request.transaction_id })}
            </Text>
          )}
          <Text size="sm">{request.reason}</Text>
          {request.request_type === 'agent_write' ? (
            <ProgramCall details={request.details} />
          ) : (
            <Details request={request} />
          )}
        </Stack>
        <Stack gap="xs" w={{ base: '100%', xs: 330 }}>
          <Group gap="xs" grow>
            <Button
              leftSection={<IconCheck size={18} />}
              rightSection={isSelected && <kbd className="desk-kbd">A</kbd>}
              disabled={isOwn || busy === 'deny'}
              loading={busy === 'approve'}
              onClick={() => onDecide('approve')}
            >
              {t('approvals.approve')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconX size={18} />}
              rightSection={isSelected && <kbd className="desk-kbd">D</kbd>}
              disabled={isOwn || busy === 'approve'}
              loading={busy === 'deny'}
              onClick={() => onDecide('deny')}
            >
              {t('approvals.deny')}
            </Button>
          </Group>
          {isOwn ? <Text size="xs">{t('approvals.own')}</Text> : <TimeLeft request={request} />}
        </Stack>
      </Group>
    </Paper>
  );
}

/** What a program wants to do: the call and the values that it sends. */
function ProgramCall({ details }: { details: Approval['details'] }): ReactNode {
  const t = useT();
  const { call, permission, body } = details;
  const values = body === null || body === undefined ? '' : JSON.stringify(body, null, 2);
  return (
    <Stack gap={4}>
      <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
        {String(call ?? '')}
      </Text>
      <Text size="xs" c="dimmed">
        {t(`permission.${String(permission)}` as Key)}
      </Text>
      {values !== '' && (
        <Code block mah={240} aria-label={t('approvals.values')} tabIndex={0}>
          {values}
        </Code>
      )}
    </Stack>
  );
}

/** Details from the till that fit on one line; a sale that was found stands above them. */
function Details({ request }: { request: Approval }): ReactNode {
  const { details, transaction_id: sale } = request;
  const entries = Object.entries(details).filter(
    ([name, value]) =>
      (sale === undefined || name !== 'transaction_id') &&
      ['string', 'number', 'boolean'].includes(typeof value),
  );
  if (entries.length === 0) return null;
  return (
    <Group gap="md">
      {entries.slice(0, 6).map(([name, value]) => (
        <Text key={name} size="xs" c="dimmed">
          {name.replaceAll('_', ' ')}{' '}
          <Text span inherit c="var(--mantine-color-text)">
            {String(value)}
          </Text>
        </Text>
      ))}
    </Group>
  );
}

function TimeLeft({ request }: { request: Approval }): ReactNode {
  const t = useT();
  const now = useNow(1_000);
  const ends = new Date(request.expires_at).getTime();
  const whole = ends - new Date(request.created_at).getTime();
  const left = Math.max(0, ends - now.getTime());
  const seconds = Math.ceil(left / 1_000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const isUrgent = seconds < 60;
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress
        value={whole > 0 ? (100 * left) / whole : 0}
        color={isUrgent ? 'red' : 'brass'}
        size="sm"
        flex={1}
        aria-label={t('approvals.left')}
      />
      <Text size="xs" className="money" fw={isUrgent ? 650 : 400} aria-label={t('approvals.left')}>
        {clock}
      </Text>
    </Group>
  );
}
