import { useQuery } from '@tanstack/react-query';
import { answer, type paths } from '@tillhouse/client';
import { minorPerUnit } from '../../../src/platform/currencies.js';
import { useApi } from '../../shared/api/index.js';
import { totalCents } from '../cart/totals.js';
import { useShop } from '../session/store.js';
import type { Cart } from '../types.js';
import { lacksRegion } from './check-draft.js';
import type { Draft } from './checkout-storage.js';
import { useSavedAddresses } from './saved-addresses.js';
import { useTaxPlace } from './tax-place.js';

type OfferedRate =
  paths['/web-commerce/cart/{cart_id}/shipping-rates/']['get']['responses'][200]['content']['application/json']['rates'][number];

/** Tax and total of the order are known if the service priced it for the address. */
export type ShippingRate = Omit<OfferedRate, 'tax' | 'total'> &
  Partial<Pick<OfferedRate, 'tax' | 'total'>>;

export type ShippingRates = {
  rates: readonly ShippingRate[];
  isLoading: boolean;
  /** Why nothing can be shipped to the address. */
  error: unknown;
  /** Tax and total of an order of digital goods, whose tax depends on the country of the buyer. */
  digital?: { tax: string; total: string } | undefined;
};

const NO_RATES: readonly ShippingRate[] = [];

/**
 * The rates for the address, with the tax and total of the order. Until the service has answered,
 * those of the store are shown, unless the address decides the price or the tax.
 */
export function useShippingRates(cart: Cart, draft: Draft): ShippingRates {
  const api = useApi();
  const { store } = useShop();
  const saved = useSavedAddresses().data?.find(({ id }) => id === draft.savedAddressId);
  const taxPlace = useTaxPlace(draft);
  const { country, region } = taxPlace ?? saved ?? draft.shipping;
  const isPlaced =
    taxPlace === undefined
      ? draft.method === 'ship' && !lacksRegion(draft, store.needs_region)
      : !store.needs_region.includes(country) || region.trim() !== '';
  const query = useQuery({
    queryKey: ['shipping-rates', cart.id, cart.estimated_total, country, region],
    queryFn: () => {
      const params = { path: { cart_id: cart.id }, query: { country, region } };
      return answer(api.GET('/web-commerce/cart/{cart_id}/shipping-rates/', { params }));
    },
    enabled: isPlaced && country !== '',
    retry: false,
  });
  const hasZones = store.home_delivery !== undefined || store.shipping_rates.length === 0;
  const isByAddress = hasZones || store.tax_sourcing === 'destination';
  if (isByAddress || query.isSuccess) {
    return {
      rates: query.data?.rates ?? NO_RATES,
      isLoading: query.isLoading,
      error: query.error,
      digital: taxPlace && digitalOf(query.data),
    };
  }
  const flat = store.shipping_rates.map(({ days_min = null, days_max = null, ...rate }) => ({
    ...rate,
    free_from: null,
    days_min,
    days_max,
  }));
  return { rates: flat, isLoading: false, error: null };
}

const digitalOf = (priced: { tax?: string; total?: string } | undefined) =>
  priced?.tax === undefined || priced.total === undefined
    ? undefined
    : { tax: priced.tax, total: priced.total };

/** As the service chooses: the picked rate, else the standard one, else the first. */
export const chosenRate = (
  { rates }: Pick<ShippingRates, 'rates'>,
  picked: Draft['rateId'],
): ShippingRate | undefined =>
  rates.find(({ id }) => id === picked) ??
  rates.find(({ code }) => code === 'standard') ??
  rates[0];

/** What an order costs with its delivery, for display; the service calculates the charged amount. */
export type Delivery = { shippingCents: number; tax: string; totalCents: number };

export function deliveryOf(cart: Cart, offered: ShippingRates, draft: Draft): Delivery {
  const rate = draft.method === 'ship' ? chosenRate(offered, draft.rateId) : offered.digital;
  const shipping = shippingCents(cart, offered, draft);
  return {
    shippingCents: shipping,
    tax: rate?.tax ?? cart.estimated_tax,
    totalCents:
      rate?.total === undefined
        ? totalCents(cart, shipping)
        : Math.round(Number(rate.total) * minorPerUnit(cart.currency)),
  };
}

function shippingCents(cart: Cart, offered: ShippingRates, draft: Draft): number {
  if (draft.method !== 'ship' || cart.free_shipping_active) return 0;
  if (cart.line_items.every(line => line.is_digital)) return 0;
  const rate = chosenRate(offered, draft.rateId);
  return Math.round(Number(rate?.price ?? 0) * minorPerUnit(cart.currency));
}
