import type { paths } from '@tillhouse/client';
import { answer, once, type Tillhouse } from '@tillhouse/client';
import { every } from '../../state/every.js';
import type { BodyOf, ItemOf } from '../../types.js';

export type Transfer = ItemOf<'/transfers/'>;
export type TransferLine = Transfer['lines'][number];
export type Status = Transfer['status'];
export type Reason = NonNullable<TransferLine['difference_reason']>;
type Body = BodyOf<paths['/transfers/']['post']>;

export const STATUSES = every<Status>({
  requested: true,
  packed: true,
  in_transit: true,
  received: true,
  cancelled: true,
});
export const REASONS = every<Reason>({
  missing: true,
  damaged: true,
  miscounted: true,
  wrong_article: true,
  other: true,
});

export const readTransfer = (api: Tillhouse, id: string): Promise<Transfer> =>
  answer(api.GET('/transfers/{id}/', { params: { path: { id } } }));

export const readStores = (api: Tillhouse) => answer(api.GET('/transfers/stores/'));

export const requestTransfer = (api: Tillhouse, body: Body, key: string): Promise<Transfer> =>
  answer(api.POST('/transfers/', { body, ...once(key) }));

type Packed = { variant_id: string; quantity: number };

export const packTransfer = (api: Tillhouse, id: string, lines: Packed[], key: string) =>
  answer(
    api.POST('/transfers/{id}/pack/', {
      params: { path: { id } },
      body: { lines },
      ...once(key),
    }),
  );

export const sendTransfer = (api: Tillhouse, id: string, key: string) =>
  answer(api.POST('/transfers/{id}/dispatch/', { params: { path: { id } }, ...once(key) }));

export type Received = Packed & { reason?: Reason };

export const receiveTransfer = (api: Tillhouse, id: string, lines: Received[], key: string) =>
  answer(
    api.POST('/transfers/{id}/receive/', {
      params: { path: { id } },
      body: { lines },
      ...once(key),
    }),
  );

export const cancelTransfer = (api: Tillhouse, id: string, reason: string, key: string) =>
  answer(
    api.POST('/transfers/{id}/cancel/', {
      params: { path: { id } },
      body: { reason },
      ...once(key),
    }),
  );
