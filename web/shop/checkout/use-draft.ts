import { useEffect, useState } from 'react';
import { useI18n } from '../../shared/i18n/index.js';
import { useShop } from '../session/store.js';
import { useSession } from '../session/use-session.js';
import type { Cart, FulfillmentMethod, SavedAddress, Session, Store } from '../types.js';
import { type AddressForm, type Draft, emptyAddress, storedDraft } from './checkout-storage.js';
import { pickupDays, timesOn } from './pickup-times.js';
import { useSavedAddresses } from './saved-addresses.js';

/** Delivery methods for this cart at this store. */
export function methodsFor(cart: Cart, store: Store): FulfillmentMethod[] {
  if (cart.line_items.every(line => line.is_digital)) return ['digital'];
  return [
    ...(store.ship_enabled ? (['ship'] as const) : []),
    ...(store.pickup_enabled ? (['pickup'] as const) : []),
  ];
}

function firstPickup(store: Store): string | null {
  const { time_zone: zone } = store;
  const now = new Date();
  const [day] = pickupDays(now, zone, store);
  return day === undefined ? null : (timesOn(day, now, zone, store)[0]?.toISOString() ?? null);
}

/** `savedAddressId`: undefined means not chosen yet, null means a new address. */
type IncompleteDraft = Omit<Draft, 'savedAddressId'> & {
  savedAddressId: string | null | undefined;
};

function blankDraft(country: string, user: Session['user'] | undefined): IncompleteDraft {
  const shipping: AddressForm = {
    ...emptyAddress(country),
    firstName: user?.first_name ?? '',
    lastName: user?.last_name ?? '',
    phone: user?.phone ?? '',
  };
  return {
    method: 'ship',
    email: user?.email ?? '',
    shipping,
    savedAddressId: undefined,
    billingSame: true,
    billing: emptyAddress(country),
    rateId: null,
    pickupAt: null,
    saveToProfile: false,
    createAccount: false,
  };
}

/** The form offers only countries that the store ships to. */
const servedAddress = (address: AddressForm, { ships_to: served }: Store): AddressForm =>
  served === null || served.includes(address.country)
    ? address
    : { ...address, country: served[0] ?? address.country };

/** Drops choices that are no longer possible. */
function adaptDraft(draft: IncompleteDraft, cart: Cart, store: Store): IncompleteDraft {
  const methods = methodsFor(cart, store);
  const isUpcoming = draft.pickupAt !== null && Date.parse(draft.pickupAt) > Date.now();
  return {
    ...draft,
    method: methods.includes(draft.method) ? draft.method : (methods[0] ?? 'ship'),
    shipping: servedAddress(draft.shipping, store),
    pickupAt: isUpcoming ? draft.pickupAt : firstPickup(store),
  };
}

/** Without a choice, the first saved address, which is the default. */
function addressFor(
  chosen: string | null | undefined,
  saved: readonly SavedAddress[] = [],
): string | null {
  if (chosen === undefined) return saved[0]?.id ?? null;
  return saved.some(({ id }) => id === chosen) ? chosen : null;
}

/** The checkout form, stored at every change. */
export function useDraft(cart: Cart): [Draft, (change: Partial<Draft>) => void] {
  const { store } = useShop();
  const { locale } = useI18n();
  const user = useSession().data?.user;
  const addresses = useSavedAddresses();
  const [draft, setDraft] = useState<IncompleteDraft>(() => {
    const country = new Intl.Locale(locale).maximize().region ?? 'US';
    return adaptDraft(storedDraft.get() ?? blankDraft(country, user), cart, store);
  });
  const settled = { ...draft, savedAddressId: addressFor(draft.savedAddressId, addresses.data) };
  useEffect(() => {
    if (!addresses.isLoading) storedDraft.set(settled);
  });
  return [settled, change => setDraft(before => ({ ...before, ...change }))];
}
