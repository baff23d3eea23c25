import { answer, once, type Tillhouse } from '@tillhouse/client';
import type { Return } from '../../types.js';

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
  onStep: (now: Return) => void,
): Promise<Return> {
  let current = from;
  while (isOpenReturn(current.status)) {
    current = await stepOf(api, current, NEXT[current.status], outcome);
    onStep(current);
  }
  return current;
}

function stepOf(
  api: Tillhouse,
  { id }: Return,
  action: (typeof NEXT)[Open],
  outcome: Outcome,
): Promise<Return> {
  const params = { path: { id } };
  if (action !== 'complete') return answer(api.POST(`/returns/{id}/${action}/`, { params }));
  return answer(
    api.POST('/returns/{id}/complete/', { params, body: outcome, ...once(`complete-${id}`) }),
  );
}
