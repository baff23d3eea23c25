import { answer, once, type Tillhouse } from '@tillhouse/client';
import type { GetResponse } from './api/responses.js';

type Return = GetResponse<'/returns/{id}/'>;

export type Outcome = {
  refund_to: 'original' | 'cash' | 'store_credit';
  restock: boolean;
  /** The open shift that pays cash; at a till its own drawer does. */
  shift_id?: string;
};

/** What arrived of the announced goods, if not all of them, and what happens to the rest. */
export type Arrived = {
  line_items: { original_line_item: string; quantity: number }[];
  rest: 'announced' | 'closed';
};

/** The next step for each status of a return. */
const NEXT = { pending: 'approve', approved: 'receive', received: 'complete' } as const;
export const STEPS = ['pending', 'approved', 'received', 'completed'] as const;
type Open = keyof typeof NEXT;

export const isOpenReturn = (status: Return['status']): status is Open => status in NEXT;

/** Runs the remaining steps of a return up to the refund. `onStep` is called after each one. */
export async function runReturn(
  api: Tillhouse,
  from: Return,
  outcome: Outcome,
  options: {
    onStep?: (now: Return) => void;
    /** Id of the approved request, for a user without refund permission. */
    approval?: string;
    /** Default: everything that was announced. */
    arrived?: Arrived;
  } = {},
): Promise<Return> {
  let current = from;
  while (isOpenReturn(current.status)) {
    current = await stepOf(api, current, NEXT[current.status], outcome, options);
    options.onStep?.(current);
  }
  return current;
}

function stepOf(
  api: Tillhouse,
  { id }: Return,
  action: (typeof NEXT)[Open],
  outcome: Outcome,
  { approval, arrived }: { approval?: string; arrived?: Arrived },
): Promise<Return> {
  const params = { path: { id } };
  const approvedBy = approval === undefined ? {} : { approval_request_id: approval };
  if (action === 'receive') {
    return answer(api.POST('/returns/{id}/receive/', { params, body: arrived ?? {} }));
  }
  if (action === 'approve') {
    return answer(api.POST('/returns/{id}/approve/', { params, body: approvedBy }));
  }
  // A repeated attempt with the same choices reuses the key; other choices get another key.
  const { refund_to, restock, shift_id = '' } = outcome;
  const key = ['complete', id, refund_to, restock, shift_id, approval ?? ''].join('-');
  const body = { ...outcome, ...approvedBy };
  return answer(api.POST('/returns/{id}/complete/', { params, body, ...once(key) }));
}
