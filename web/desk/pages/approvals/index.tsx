import { Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconShieldCheck } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty, Show } from '../../../shared/components/states.js';
import { Page } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { usePendingApprovals } from '../../state/use-approvals.js';
import { useT } from '../../texts/index.js';
import type { Approval } from '../../types.js';
import { RecentRequests } from './recent-requests.js';
import { Request } from './request.js';

type Decision = { request: Approval; action: 'approve' | 'deny' };

export default function Approvals(): ReactNode {
  const t = useT();
  const { me } = useDesk();
  const pending = usePendingApprovals();
  const decide = useDecide();
  const [chosen, setChosen] = useState<string>();
  // The request that expires first is on top.
  const requests = pending.data?.toSorted((a, b) => a.expires_at.localeCompare(b.expires_at)) ?? [];
  const index = Math.max(
    0,
    requests.findIndex(one => one.request_id === chosen),
  );
  const current = requests[index];
  const step = (by: number) => () => setChosen(requests[index + by]?.request_id ?? chosen);
  const decideCurrent = (action: Decision['action']) => () => {
    if (current === undefined || current.requested_by === me.id || decide.isPending) return;
    decide.mutate({ request: current, action });
  };
  useHotkeys([
    ['a', decideCurrent('approve')],
    ['d', decideCurrent('deny')],
    ['ArrowDown', step(1)],
    ['ArrowUp', step(-1)],
  ]);
  return (
    <Page title={t('nav.approvals')} text={t('approvals.text')}>
      <Show
        query={pending}
        empty={
          <Empty
            icon={<IconShieldCheck size={28} />}
            title={t('approvals.empty')}
            text={t('approvals.empty.text')}
          />
        }
      >
        {() => (
          <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {requests.map(request => (
              <Request
                key={request.request_id}
                request={request}
                isSelected={request === current}
                isOwn={request.requested_by === me.id}
                busy={
                  decide.variables?.request.request_id === request.request_id && decide.isPending
                    ? decide.variables.action
                    : undefined
                }
                onDecide={action => decide.mutate({ request, action })}
              />
            ))}
          </Stack>
        )}
      </Show>
      <RecentRequests />
    </Page>
  );
}

function useDecide() {
  const api = useApi();
  const t = useT();
  return useAction(
    ({ request, action }: Decision) =>
      answer(
        api.POST(`/pos/approvals/{request_id}/${action}/`, {
          params: { path: { request_id: request.request_id } },
          body: {},
        }),
      ),
    {
      changes: [['approvals']],
      done: (_answer, { request, action }) =>
        t(action === 'approve' ? 'approvals.approved' : 'approvals.denied', {
          name: request.requested_by_name ?? '',
        }),
    },
  );
}
