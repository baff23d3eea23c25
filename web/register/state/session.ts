import { answer, type Tillhouse } from '@tillhouse/client';
import type { DatedTax } from '../../../src/domains/pricing/index.js';
import { withPairing } from './pairing.js';
import { loadPromotions, type StorePromotions } from './promotions.js';
import { stored } from './stored.js';

/** The signed-in cashier and the store settings that the till needs offline. */
export type Session = {
  user: { id: string; name: string; number: string; role: string };
  store: StoreSettings;
  terminal: string;
  expiresAt: string;
};

export type StoreSettings = {
  id: string;
  code: string;
  name: string;
  address: string;
  currency: string;
  timeZone: string;
  receiptFooter: string;
  /** Unset in a session that an earlier release has stored. */
  cashRounding?: string;
  taxes: DatedTax[];
  /** Unset in a session from before prices could contain tax. */
  pricesIncludeTax?: boolean;
  policy: { priceOverride: boolean; discountAbove: string | undefined };
} & Partial<StorePromotions>;

export const session = stored<Session | null>('session', null);

/** Store and till of this device, remembered across logins. */
export const place = stored<{ store: string; terminal: string }>('place', {
  store: '',
  terminal: '',
});

export const mayApprove = ({ user }: Session): boolean => user.role !== 'cashier';

export async function logIn(
  api: Tillhouse,
  form: { employee: string; pin: string; store: string; terminal: string },
): Promise<void> {
  const login = await answer(
    api.POST('/pos/auth/terminal-login/', {
      body: {
        employee_id: form.employee,
        pin_code: form.pin,
        store_id: form.store,
        terminal_id: form.terminal,
      },
      ...withPairing,
    }),
  );
  api.tokens.set({ access: login.token });
  const store = await loadStore(api, login.store.id);
  place.set({ store: form.store, terminal: form.terminal });
  const { id, name, employee_number: number, role } = login.user;
  session.set({
    user: { id, name, number, role },
    store,
    terminal: form.terminal,
    expiresAt: login.expires_at,
  });
}

/** Reloads the store's settings, which may change during a login. */
export async function refreshStore(api: Tillhouse): Promise<void> {
  const current = session.get();
  if (current === null) return;
  const store = await loadStore(api, current.store.id);
  session.set(now => (now === null ? null : { ...now, store }));
}

async function loadStore(api: Tillhouse, id: string): Promise<StoreSettings> {
  const [store, promotions] = await Promise.all([
    answer(api.GET('/stores/{store}/', { params: { path: { store: id } } })),
    loadPromotions(api, id),
  ]);
  const policy = store.approval_policy;
  const above = policy.discount_above;
  return {
    id: store.id,
    code: store.code,
    name: store.name,
    address: [store.address, `${store.postal_code} ${store.city}`.trim()].join(', '),
    currency: store.currency,
    timeZone: store.time_zone,
    receiptFooter: store.receipt_footer,
    ...roundingOf(store),
    taxes: store.tax_jurisdictions,
    pricesIncludeTax: store.prices_include_tax,
    policy: {
      priceOverride: policy.price_override === true,
      discountAbove:
        typeof above === 'string' || typeof above === 'number' ? String(above) : undefined,
    },
    ...promotions,
  };
}

const roundingOf = (store: {
  id: string;
  cash_rounding?: string;
}): Pick<StoreSettings, 'cashRounding'> =>
  store.cash_rounding === undefined ? {} : { cashRounding: store.cash_rounding };

export async function logOut(api: Tillhouse): Promise<void> {
  await api.POST('/pos/auth/terminal-logout/').catch(() => undefined);
  api.tokens.set(undefined);
  session.set(null);
}
