import type { Static } from '../../../platform/http/schemas.js';
import type { Platform } from '../../../platform/platform.js';
import { fullName, renewVisit, type User, userById, type WebSession } from '../../people/index.js';
import { parseRate } from '../../pricing/index.js';
import { findStore, type StoreWithTaxes } from '../../stores/index.js';
import { activeCartId } from '../carts/visit-repository.js';
import type { SessionAnswer } from './schemas.js';

export type SessionView = Static<typeof SessionAnswer>;

export const ANONYMOUS_SESSION: SessionView = {
  authenticated: false,
  web_session_id: null,
  cart_id: null,
  store_id: null,
  store_settings: null,
  cart_token: null,
  user: null,
};

/** Session state for a page load. A guest who sent no token gets a new one. */
export async function describeSession(
  platform: Platform,
  visit: WebSession | null,
  wantsToken: boolean,
): Promise<SessionView> {
  if (visit === null) return ANONYMOUS_SESSION;
  const { db } = platform;
  const [cartId, store, user, renewed] = await Promise.all([
    activeCartId(db, visit.id),
    visit.storeId === null ? undefined : findStore(db, visit.storeId),
    visit.userId === null ? undefined : userById(db, visit.userId),
    wantsToken && visit.userId === null ? renewVisit(db, platform, visit.id) : undefined,
  ]);
  return {
    authenticated: user !== undefined,
    web_session_id: visit.id,
    cart_id: cartId ?? null,
    store_id: store?.id ?? null,
    store_settings: store === undefined ? null : settingsOf(store),
    cart_token: renewed?.cartToken ?? null,
    user: user === undefined ? null : customerOf(user),
  };
}

const settingsOf = (store: StoreWithTaxes) => ({
  pickup_enabled: store.pickup_enabled,
  tax_rate:
    store.tax_jurisdictions.reduce((sum, { rate }) => sum + parseRate(rate), 0) / RATE_UNITS,
});

/** Rates are summed in millionths, so that 0.1 + 0.2 is exactly 0.3. */
const RATE_UNITS = 1_000_000;

const customerOf = (user: User) => ({
  name: fullName(user),
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  phone: user.phone,
  customer_id: user.id,
  loyalty_points: user.loyalty_points,
});
