import { answer, once, type Tillhouse } from '@tillhouse/client';
import type { Got } from './api/answers.js';

type Return = Got<'/returns/{id}/'>;

export type Outcome = { refund_to: 'original' | 'cash' | 'store_credit'; restock: boolean };

/** What comes next for a return in this state. */
const NEXT = { pending: 'approve', approved: 'receive', received: 'complete' } as const;
export const STEPS = ['pending', 'approved', 'received', 'completed'] as const;
type Open = keyof typeof NEXT;

export const isOpenReturn = (status: Return['status']): status is Open => status in NEXT;

/** Takes a return through to the refund, from wherever it stands; each step is told. */
export async function runReturn(
  api: Tillhouse,
  from: Return,
  outcome: Outcome,
  how: {
    onStep?: (now: Return) => void;
    /** The request that was granted to somebody who may not decide or refund by themselves. */
    approval?: string;
  } = {},
): Promise<Return> {
  let current = from;
  while (isOpenReturn(current.status)) {
    current = await stepOf(api, current, NEXT[current.status], outcome, how.approval);
    how.onStep?.(current);
  }
  return current;
}

function stepOf(
  api: Tillhouse,
  { id }: Return,
  action: (typeof NEXT)[Open],
  outcome: Outcome,
  approval: string | undefined,
): Promise<Return> {
  const params = { path: { id } };
  const granted = approval === undefined ? {} : { approval_request_id: approval };
  if (action === 'receive') return answer(api.POST('/returns/{id}/receive/', { params }));
  if (action === 'approve') {
    return answer(api.POST('/returns/{id}/approve/', { params, body: granted }));
  }
  // The same wish again is done once; another one is another try.
  const key = ['complete', id, outcome.refund_to, outcome.restock, approval ?? ''].join('-');
  const body = { ...outcome, ...granted };
  return answer(api.POST('/returns/{id}/complete/', { params, body, ...once(key) }));
}
