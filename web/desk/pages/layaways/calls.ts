import { answer, once, type Tillhouse } from '@tillhouse/client';
import { every } from '../../state/every.js';
import type { Condition } from '../../state/record-tags.js';
import type { ItemOf } from '../../types.js';

export type Layaway = ItemOf<'/layaways/'>;

export type Status = Layaway['status'];
export const STATUSES = every<Status>({
  open: true,
  expired: true,
  completed: true,
  cancelled: true,
});

export const readLayaway = (api: Tillhouse, id: string): Promise<Layaway> =>
  answer(api.GET('/layaways/{id}/', { params: { path: { id } } }));

/** Keeps the goods until another moment. */
export const extendLayaway = (
  api: Tillhouse,
  id: string,
  expires_at: string,
  condition: Condition,
): Promise<Layaway> =>
  answer(
    api.PATCH('/layaways/{id}/', { params: { path: { id } }, body: { expires_at }, ...condition }),
  );

/** The store keeps its fee unless it is waived; the rest goes back the way it was paid. */
export const cancelLayaway = (
  api: Tillhouse,
  id: string,
  body: { reason: string; waive_fee: boolean; shift_id?: string },
  key: string,
) => answer(api.POST('/layaways/{id}/cancel/', { params: { path: { id } }, body, ...once(key) }));
