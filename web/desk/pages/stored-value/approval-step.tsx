import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError, answer } from '@tillhouse/client';
import { type ReactNode, useEffect } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Failed } from '../../../shared/components/states.js';
import { useT } from '../../texts/index.js';

const POLL_MS = 2_000;

export const needsApproval = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'APPROVAL_REQUIRED';

/** `details` name what is given or corrected: the approval serves nothing else. */
type Wanted = { amount: string; reason: string; storeId: string; details: Record<string, unknown> };

/** Asks a second person, and waits for the answer. */
export function ApprovalStep(props: {
  wanted: Wanted;
  onApproved: (requestId: string) => void;
}): ReactNode {
  const { wanted, onApproved } = props;
  const t = useT();
  const api = useApi();
  const ask = useMutation({
    mutationFn: ({ amount, reason, storeId, details }: Wanted) => {
      const body = { request_type: 'value', amount, reason, store_id: storeId, details };
      return answer(api.POST('/pos/approvals/request/', { body }));
    },
  });
  const id = ask.data?.request_id;
  const request = useQuery({
    queryKey: ['approval', id],
    queryFn: () =>
      answer(
        api.GET('/pos/approvals/status/{request_id}/', {
          params: { path: { request_id: id ?? '' } },
        }),
      ),
    enabled: id !== undefined,
    refetchInterval: query => (query.state.data?.status === 'pending' ? POLL_MS : false),
  });
  const status = request.data?.status;
  useEffect(() => {
    if (status === 'approved' && id !== undefined) onApproved(id);
  }, [status, id, onApproved]);
  const isWaiting = id !== undefined && (status === undefined || status === 'pending');
  return (
    <Alert color="yellow" role="status">
      <Text size="sm" mb="xs">
        {t(statusText(status, isWaiting))}
      </Text>
      {ask.error && <Failed error={ask.error} />}
      {!isWaiting && status !== 'approved' && (
        <Group>
          <Button size="xs" loading={ask.isPending} onClick={() => ask.mutate(wanted)}>
            {t('value.approval.ask')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}

function statusText(status: string | undefined, isWaiting: boolean) {
  if (isWaiting) return 'value.approval.waiting';
  if (status === 'denied') return 'value.approval.denied';
  if (status === 'approved') return 'value.approval.approved';
  return status === undefined ? 'value.approval.needed' : 'value.approval.expired';
}
