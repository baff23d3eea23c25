import { Button, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, answer, newKey, type paths } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { minor } from '../../../src/platform/money.js';
import { useApi } from '../../shared/api/index.js';
import { rememberStore } from '../arrival.js';
import { useTitle } from '../layout/use-title.js';
import { useOrderToken } from '../orders/use-order.js';
import { Refusal } from '../parts/refusal.js';
import { renewSession } from '../session/use-session.js';
import { cartToken } from '../storage.js';
import { useT } from '../texts/index.js';
import type { FulfillmentMethod } from '../types.js';
import {
  emptyAddress,
  storedAttempt,
  storedCheckout,
  storedDraft,
  storedOrder,
} from './checkout-storage.js';

type Path = paths['/web-commerce/handover/']['post'];
type Handover = Path['responses'][200]['content']['application/json'];

const METHODS: readonly FulfillmentMethod[] = ['ship', 'pickup', 'digital'];

/** What the program has filled in; the buyer can change it. */
function keepDraft({ email, address, delivery_id, challenge }: Handover): void {
  const method = METHODS.find(one => one === challenge?.fulfillment_method) ?? 'ship';
  storedDraft.set({
    method,
    email,
    shipping: address,
    savedAddressId: null,
    billingSame: true,
    billing: emptyAddress(address.country),
    rateId: delivery_id,
    pickupAt: null,
    saveToProfile: false,
    createAccount: false,
  });
}

/** The payment that waits for the bank, as if it had been made on this device. */
function keepChallenge({ cart_id: cartId, currency, challenge }: Handover): void {
  storedOrder.set(undefined);
  storedCheckout.set(undefined);
  storedAttempt.set(undefined);
  if (challenge === null) return;
  const id = challenge.checkout_session_id;
  const method = METHODS.find(one => one === challenge.fulfillment_method) ?? 'ship';
  storedCheckout.set({
    id,
    cartId,
    method,
    pickupAt: null,
    pickupText: null,
    deadline: Date.parse(challenge.expires_at),
  });
  const form = challenge.card_form;
  storedAttempt.set({
    checkoutId: id,
    key: newKey(),
    body: '',
    cents: minor(challenge.amount, currency),
    lastFour: null,
    publishableKey: form?.kind === 'stripe' ? form.publishable_key : null,
    isRedirect: form?.kind === 'redirect',
  });
}

/**
 * Takes over what a shopping program has put together, by its link: the cart, or a payment that the
 * bank wants to be confirmed. A button, because programs open links by themselves.
 */
export function ContinuePage(): ReactNode {
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const token = useOrderToken();
  useTitle(t('continue.title'));
  const take = useMutation({
    mutationFn: () => answer(api.POST('/web-commerce/handover/', { body: { token } })),
    onSuccess: async taken => {
      rememberStore(taken.store_id);
      cartToken.set(taken.cart_token);
      keepDraft(taken);
      keepChallenge(taken);
      await renewSession(queries, api);
      await queries.invalidateQueries({ queryKey: ['cart'] });
      // Replaced, so that the secret of the link does not stay in the history.
      navigate(taken.challenge === null ? '/checkout' : '/checkout/bank', { replace: true });
    },
  });
  return (
    <Stack maw={520} mx="auto" py="xl" gap="lg">
      <Title order={1}>{t('continue.title')}</Title>
      <Text>{t('continue.text')}</Text>
      <Refusal error={take.error} />
      {/* Without an answer the link works once more; a refusal is final. */}
      {!(take.error instanceof ApiError) && (
        <Button
          size="lg"
          disabled={token === ''}
          loading={take.isPending}
          onClick={() => take.mutate()}
        >
          {t('continue.button')}
        </Button>
      )}
    </Stack>
  );
}
