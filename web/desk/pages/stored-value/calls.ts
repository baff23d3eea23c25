import { answer, newKey, once, type Tillhouse } from '@tillhouse/client';

/** A gift card or store credit. */
export type ValueAccount = {
  id: string;
  kind: 'gift_card' | 'store_credit';
  currency: string;
  balance: string;
  status: 'active' | 'blocked' | 'expired';
  expires_at: string | null;
  code_last_four: string;
  store: string | null;
  customer_id: string | null;
  block: { reason: string; by: { id: string; name: string | null } | null; at: string } | null;
  created_at: string;
};

export type EntryKind =
  | 'opening'
  | 'issued'
  | 'topped_up'
  | 'spent'
  | 'refunded'
  | 'blocked'
  | 'expired'
  | 'earned'
  | 'taken_back'
  | 'held'
  | 'released';

export type ValueEntry = {
  id: string;
  kind: EntryKind;
  amount: string;
  balance: string;
  store: string | null;
  transaction_id: string | null;
  occurred_at: string;
};

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
