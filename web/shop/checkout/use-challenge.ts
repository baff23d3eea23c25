import { useMutation } from '@tanstack/react-query';
import { ApiError } from '@tillhouse/client';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useApi } from '../../shared/api/index.js';
import { useCart } from '../cart/use-cart.js';
import { useShopError } from '../parts/shop-error.js';
import { type Key, useT } from '../texts/index.js';
import { type Attempt, storedCheckout, storedDraft } from './checkout-storage.js';
import { confirm } from './settle.js';
import { cancelCheckout, startCheckout } from './use-checkout.js';
import { useOutcome } from './use-outcome.js';

/** The browser has lost the visit that pays, for example its cookies. */
const NOT_OURS = new Set([401, 403]);

/**
 * Approving confirms with the processor; refusing, possible once the cart is loaded, cancels the
 * attempt so that the shopper can retry.
 */
export function useChallenge(attempt: Attempt, refusal: Key = 'bank.refused') {
  const t = useT();
  const api = useApi();
  const { data: cart, isPending: isLoading } = useCart();
  const lead = useOutcome();
  const errorText = useShopError();
  const [, navigate] = useLocation();
  const [isLost, setLost] = useState(false);
  const backToPay = (failure: string): void =>
    navigate('/checkout/pay', { replace: true, state: { failure } });
  const approve = useMutation({
    mutationFn: async () => {
      const { checkoutId, publishableKey } = attempt;
      const outcome = await confirm(api, checkoutId);
      if (outcome.kind !== 'challenge' || outcome.clientSecret === null) return outcome;
      if (typeof publishableKey !== 'string') return outcome;
      const { authenticate } = await import('./stripe.js');
      await authenticate(publishableKey, outcome.clientSecret);
      return confirm(api, checkoutId);
    },
    onSuccess: outcome => outcome.kind === 'placed' && lead(outcome),
    onError: error => {
      if (error instanceof ApiError && NOT_OURS.has(error.status)) {
        storedCheckout.set(undefined);
        return setLost(true);
      }
      const isFinal = error instanceof ApiError && error.status < 500 && error.status !== 409;
      if (isFinal) backToPay(errorText(error));
    },
  });
  const refuse = useMutation({
    mutationFn: async () => {
      await cancelCheckout(api, attempt.checkoutId);
      const draft = storedDraft.get();
      if (cart && draft) await startCheckout(api, cart, draft);
    },
    onSettled: () => backToPay(t(refusal)),
  });
  return { approve, refuse, isLost, isLoading };
}
