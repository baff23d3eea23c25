import { type ReactNode, useEffect, useRef } from 'react';
import { Redirect, useLocation } from 'wouter';
import { Loading } from '../../shared/components/states.js';
import { isShort } from '../cart/cart-line.js';
import { useShop } from '../session/store.js';
import { useSession } from '../session/use-session.js';
import { useT } from '../texts/index.js';
import type { Cart } from '../types.js';
import { checkDraft } from './check-draft.js';
import { WithCart } from './checkout-frame.js';
import { useSavedAddresses } from './saved-addresses.js';
import { useTaxPlace } from './tax-place.js';
import { useStartCheckout } from './use-checkout.js';
import { methodsFor, useDraft } from './use-draft.js';
import { useShippingRates } from './use-shipping-rates.js';

/**
 * From the cart to the payment at once, for customers whose address is known. Whatever is missing is
 * asked for at the ordinary first step.
 */
export function ExpressPage(): ReactNode {
  const isCustomer = useSession().data?.authenticated === true;
  const addresses = useSavedAddresses();
  const t = useT();
  if (!isCustomer) return <Redirect to="/checkout" replace />;
  if (addresses.isLoading) return <Loading label={t('express.wait')} />;
  const addressId = addresses.data?.[0]?.id ?? null;
  return <WithCart>{cart => <Express cart={cart} addressId={addressId} />}</WithCart>;
}

/** `addressId`: the default address; null if there is none. */
function Express({ cart, addressId }: { cart: Cart; addressId: string | null }): ReactNode {
  const t = useT();
  const { store } = useShop();
  const [, navigate] = useLocation();
  const [draft, onChange] = useDraft(cart);
  const offered = useShippingRates(cart, draft);
  const taxPlace = useTaxPlace(draft);
  const { mutate } = useStartCheckout();
  const isStarted = useRef(false);
  const isMissing =
    checkDraft(draft, store.needs_region, taxPlace).length > 0 || cart.line_items.some(isShort);
  const isByAddress = draft.method === 'ship' || taxPlace !== undefined;
  const isUnshipped = isByAddress && offered.error !== null;
  const isReady = !isByAddress || !offered.isLoading;
  const method = methodsFor(cart, store)[0] ?? 'ship';
  const isWanted = draft.savedAddressId === addressId && draft.method === method;
  useEffect(() => {
    // The form may remember another choice of this visit.
    if (!isWanted) return onChange({ savedAddressId: addressId, method });
    if (isStarted.current || !isReady) return;
    isStarted.current = true;
    const ask = (): void => navigate('/checkout', { replace: true });
    if (isMissing || isUnshipped) return ask();
    mutate(
      { cart, draft },
      { onSuccess: () => navigate('/checkout/pay', { replace: true }), onError: ask },
    );
  });
  return <Loading label={t('express.wait')} />;
}
