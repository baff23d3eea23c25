import { ApiError, answer, type Tillhouse, Unreachable } from '@tillhouse/client';
import type { Language } from '../../shared/i18n/texts.js';
import { keepStorage } from './kept-storage.js';
import { forgetPin, rememberPin } from './offline-pins.js';
import { withPairing } from './pairing-cookie.js';
import { stored } from './stored.js';
import type { Session, StoreSettings } from './types.js';

export type { Session, StoreSettings } from './types.js';

export const session = stored<Session | null>('session', null);

/** Store and till of this device, remembered across logins. */
export const place = stored<{ store: string; terminal: string }>('place', {
  store: '',
  terminal: '',
});

/** Who signed in on this device before, the last one first. */
export const cashiers = stored<Cashier[]>('cashiers', []);
export type Cashier = { store: string; number: string; name: string };
const MAX_CASHIERS = 8;

/** Set while the till asks for the PIN because nobody used it. */
export const locked = stored<boolean>('locked', false);

/**
 * Set while the till asks for a PIN without a connection. Kept on the device, so that a reload does not
 * bring back the cashier who left.
 */
export const left = stored<boolean>('left', false);

/** Took over without a connection: the login of this device is still that of an earlier cashier. */
export const isUnconfirmed = ({ user, loginOf }: Pick<Session, 'user' | 'loginOf'>): boolean =>
  loginOf !== undefined && loginOf !== user.id;

type LoginForm = { employee: string; pin: string; store: string; terminal: string };

/** `onAccepted`: the PIN was right, and the rest of the session is being loaded. */
export async function logIn(
  api: Tillhouse,
  form: LoginForm,
  onAccepted?: (storeId: string) => void,
): Promise<void> {
  const login = await askForLogin(api, form);
  api.tokens.set({ access: login.token });
  onAccepted?.(login.store.id);
  const { id, name, employee_number: number, role } = login.user;
  const [store, { permissions }] = await Promise.all([
    loadStore(api, login.store.id),
    answer(api.GET('/auth/me/')),
  ]);
  const before = session.get();
  if (before !== null) rememberCashier(before);
  place.set({ store: form.store, terminal: form.terminal });
  locked.set(false);
  left.set(false);
  const current: Session = {
    user: { id, name, number, role },
    permissions,
    store,
    terminal: form.terminal,
    expiresAt: login.expires_at,
  };
  session.set(current);
  void keepStorage();
  void rememberPin(current, form.pin).catch(() => undefined);
}

async function askForLogin(api: Tillhouse, form: LoginForm) {
  // A wrong PIN must not end the login of an earlier cashier.
  const open = api.tokens.get();
  api.tokens.set(undefined);
  try {
    return await answer(
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
  } catch (error) {
    api.tokens.set(open);
    if (error instanceof ApiError && error.status === 401) forgetPin(form.employee);
    throw error;
  }
}

/**
 * Another cashier takes over without a connection. Entries name them; the login stays that of the
 * person who signed in last, until somebody signs in again.
 */
export function takeOver(cashier: Pick<Session, 'user' | 'permissions'>): void {
  const before = session.get();
  if (before === null) return;
  const after = { ...before, ...cashier, loginOf: before.loginOf ?? before.user.id };
  rememberCashier(before);
  rememberCashier(after);
  session.set(after);
  left.set(false);
}

/** Reloads the store's settings, which may change during a login. */
export async function refreshStore(api: Tillhouse): Promise<void> {
  const current = session.get();
  if (current === null) return;
  const store = await loadStore(api, current.store.id);
  session.set(now => {
    if (now === null) return null;
    // Promotions come with the catalogue.
    const { promotions, hasLimited } = now.store;
    return { ...now, store: { ...store, promotions, hasLimited } };
  });
}

/** Promotions and rates of the catalogue, with which the till prices a sale also offline. */
export function adoptTerms(
  terms: Pick<StoreSettings, 'promotions' | 'hasLimited' | 'taxes'>,
): void {
  const current = session.get();
  if (current === null) return;
  const store = { ...current.store, ...terms };
  if (JSON.stringify(store) !== JSON.stringify(current.store)) session.set({ ...current, store });
}

async function loadStore(api: Tillhouse, id: string): Promise<StoreSettings> {
  const store = await answer(api.GET('/stores/{store}/', { params: { path: { store: id } } }));
  const policy = store.approval_policy;
  const above = policy.discount_above;
  const percent = policy.discount_percent_above;
  return {
    id: store.id,
    code: store.code,
    name: store.name,
    address: [store.address, `${store.postal_code} ${store.city}`.trim()].join(', '),
    currency: store.currency,
    timeZone: store.time_zone,
    receiptFooter: store.receipt_footer,
    ...roundingOf(store),
    ...tipsOf(store),
    pointsValue: store.points_value,
    lockMinutes: store.till_lock_minutes ?? undefined,
    receiptPrinting: store.receipt_printing,
    cashMovementLimit: store.cash_movement_limit,
    offlineReturnLimit: store.offline_return_limit ?? undefined,
    offlineReturnDayLimit: store.offline_return_day_limit ?? undefined,
    language: languageOf(store),
    taxes: store.tax_jurisdictions,
    pricesIncludeTax: store.prices_include_tax,
    policy: {
      priceOverride: policy.price_override === true,
      discountAbove:
        typeof above === 'string' || typeof above === 'number' ? String(above) : undefined,
      ...(typeof percent === 'number' && { percentAbove: percent }),
    },
  };
}

const languageOf = (store: { id: string; language?: string }): Language =>
  store.language === 'de' ? 'de' : 'en';

const roundingOf = (store: {
  id: string;
  cash_rounding?: string;
}): Pick<StoreSettings, 'cashRounding'> =>
  store.cash_rounding === undefined ? {} : { cashRounding: store.cash_rounding };

const tipsOf = ({
  tips,
}: {
  tips?: { enabled: boolean; percentages: number[]; max_percent: number };
}): Pick<StoreSettings, 'tips'> =>
  tips?.enabled === true
    ? { tips: { percentages: tips.percentages, maxPercent: tips.max_percent } }
    : {};

/** Offers the cashier at the next login on this device. */
function rememberCashier({ store, user }: Session): void {
  if (user.number === '') return;
  const cashier = { store: store.code, number: user.number, name: user.name };
  const isOther = (one: Cashier): boolean =>
    one.store !== cashier.store || one.number !== cashier.number;
  cashiers.set(all => [cashier, ...all.filter(isOther)].slice(0, MAX_CASHIERS));
}

/** Whether the cashier is signed out. Without a connection they stay: nobody could sign in again. */
export async function logOut(api: Tillhouse): Promise<boolean> {
  const current = session.get();
  try {
    await api.POST('/pos/auth/terminal-logout/');
  } catch (error) {
    if (error instanceof Unreachable) return false;
  }
  if (current !== null) rememberCashier(current);
  api.tokens.set(undefined);
  session.set(null);
  left.set(false);
  return true;
}
