import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconThumbUp } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Empty, Failed, Show } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { Dialog } from '../parts/till-dialog.js';
import { INBOX, useInbox } from '../state/inbox.js';
import { type Key, useT } from '../texts/index.js';

type Request = NonNullable<ReturnType<typeof useInbox>['data']>[number];

const TYPES = ['price_override', 'discount', 'void', 'refund', 'return', 'cash_movement'];
const typeKey = (type: string): Key => `inbox.type.${TYPES.includes(type) ? type : 'other'}` as Key;

export default function InboxDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const inbox = useInbox(true);
  return (
    <Dialog onClose={onClose} title={t('inbox.title')} size="lg">
      <Show
        query={inbox}
        empty={
          <Empty
            icon={<IconThumbUp size={28} />}
            title={t('inbox.empty.title')}
            text={t('inbox.empty.text')}
          />
        }
      >
        {requests => (
          <Stack>
            {requests.map(request => (
              <RequestCard key={request.request_id} request={request} />
            ))}
          </Stack>
        )}
      </Show>
    </Dialog>
  );
}

function RequestCard({ request }: { request: Request }): ReactNode {
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const { money, relative } = useFormat();
  const decide = useMutation({
    mutationFn: (verb: 'approve' | 'deny') =>
      api.POST(`/pos/approvals/{request_id}/${verb}/`, {
        params: { path: { request_id: request.request_id } },
        body: {},
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: INBOX }),
  });
  return (
    <Paper className="surface" p="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Stack gap={2}>
          <Text fw={700} size="lg">
            {t(typeKey(request.request_type))}{' '}
            <span className="money">{money(request.amount)}</span>
          </Text>
          {request.transaction_id !== undefined && (
            <Text fw={600}>{t('approval.sale', { number: request.transaction_id })}</Text>
          )}
          <Text>{request.reason}</Text>
          <Text size="sm" c="dimmed">
            {t('inbox.from', {
              name: request.requested_by_name ?? '',
              terminal: request.terminal_id ?? '',
            })}
            {' · '}
            {relative(request.created_at)}
          </Text>
        </Stack>
        <Group gap="xs" wrap="nowrap">
          <Button
            variant="default"
            disabled={decide.isPending}
            onClick={() => decide.mutate('deny')}
          >
            {t('approval.deny')}
          </Button>
          <Button loading={decide.isPending} onClick={() => decide.mutate('approve')}>
            {t('approval.approve')}
          </Button>
        </Group>
      </Group>
      {decide.error !== null && <Failed error={decide.error} />}
    </Paper>
  );
}
