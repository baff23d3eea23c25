import { answer, newKey, once, type paths, type Tillhouse } from '@tillhouse/client';
import type { BodyOf, ItemOf } from '../../types.js';

/** A gift card or store credit. */
export type ValueAccount = ItemOf<'/value-accounts/'>;
export type ValueEntry = ItemOf<'/value-accounts/{id}/entries/'>;
export type NewValue = BodyOf<paths['/value-accounts/']['post']>;
export type Correction = BodyOf<paths['/value-accounts/{id}/correct/']['post']>;

export const KINDS = ['gift_card', 'store_credit'] as const;
export const STATES = ['active', 'empty', 'expired', 'blocked'] as const;

export type AccountFilter = {
  kind?: (typeof KINDS)[number];
  state?: (typeof STATES)[number];
  store?: string;
  customer?: string;
  q?: string;
};

export const listAccounts = (api: Tillhouse, filter: AccountFilter, cursor: string | undefined) =>
  api.GET('/value-accounts/', { params: { query: { ...filter, cursor } } });

export const giveValue = (api: Tillhouse, body: NewValue, key: string) =>
  answer(api.POST('/value-accounts/', { body, ...once(key) }));

export const correctBalance = (api: Tillhouse, id: string, body: Correction, key: string) =>
  answer(
    api.POST('/value-accounts/{id}/correct/', { params: { path: { id } }, body, ...once(key) }),
  );

export const findByCode = (api: Tillhouse, code: string): Promise<ValueAccount> =>
  answer(api.GET('/value-accounts/by-code/', { params: { query: { code } } }));

export const readAccount = (api: Tillhouse, id: string): Promise<ValueAccount> =>
  answer(api.GET('/value-accounts/{id}/', { params: { path: { id } } }));

export const listEntries = (api: Tillhouse, id: string, cursor: string | undefined) =>
  api.GET('/value-accounts/{id}/entries/', {
    params: { path: { id }, query: { cursor } },
  });

export const blockAccount = (
  api: Tillhouse,
  id: string,
  reason: string,
  key: string,
): Promise<ValueAccount> =>
  answer(
    api.POST('/value-accounts/{id}/block/', {
      params: { path: { id } },
      body: { reason },
      ...once(key),
    }),
  );

export const unblockAccount = (api: Tillhouse, id: string): Promise<ValueAccount> =>
  answer(
    api.POST('/value-accounts/{id}/unblock/', {
      params: { path: { id } },
      ...once(newKey()),
    }),
  );
