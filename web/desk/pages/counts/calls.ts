import { answer, once, type paths, type Tillhouse } from '@tillhouse/client';
import type { BodyOf, ItemOf } from '../../types.js';

export type Count = ItemOf<'/stock-counts/'>;
export type CountLine = ItemOf<'/stock-counts/{id}/lines/'>;
export type Shown = 'open' | 'counted' | 'different' | 'all';

export const readCount = (api: Tillhouse, id: string): Promise<Count> =>
  answer(api.GET('/stock-counts/{id}/', { params: { path: { id } } }));

export const startCount = (
  api: Tillhouse,
  body: BodyOf<paths['/stock-counts/']['post']>,
  key: string,
): Promise<Count> => answer(api.POST('/stock-counts/', { body, ...once(key) }));

export type Entry = BodyOf<paths['/stock-counts/{id}/entries/']['post']>;

export const enterQuantity = (
  api: Tillhouse,
  id: string,
  body: Entry,
  key: string,
): Promise<CountLine> =>
  answer(api.POST('/stock-counts/{id}/entries/', { params: { path: { id } }, body, ...once(key) }));

export type Step = 'submit' | 'recount' | 'approve' | 'cancel';

/** `reason` is for approvals and cancellations. */
export function moveCount(
  api: Tillhouse,
  id: string,
  step: Step,
  reason: string,
  key: string,
): Promise<Count> {
  const params = { path: { id } };
  if (step === 'submit') {
    return answer(api.POST('/stock-counts/{id}/submit/', { params, ...once(key) }));
  }
  if (step === 'recount') {
    return answer(api.POST('/stock-counts/{id}/recount/', { params, body: null, ...once(key) }));
  }
  return answer(
    api.POST(`/stock-counts/{id}/${step}/`, { params, body: { reason }, ...once(key) }),
  );
}
