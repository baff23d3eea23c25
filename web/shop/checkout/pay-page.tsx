import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, Unreachable } from '@tillhouse/client';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { formatMoney, minor } from '../../../src/platform/money.js';
import { useApi } from '../../shared/api/index.js';
import { Empty, Loading } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { useI18n } from '../../shared/i18n/index.js';
import { fieldTexts } from '../../shared/i18n/refusals.js';
import { LegalLinks } from '../legal/legal-links.js';
import { useShopError } from '../parts/shop-error.js';
import { useT } from '../texts/index.js';
import type { Cart, PaymentMethod } from '../types.js';
import { AgeGate } from './age-gate.js';
import { CardFormError, type CardSource, type CardToken } from './card-source.js';
import { fieldErrors } from './check-draft.js';
import classes from './checkout.module.css';
import { CheckoutFrame, WithCart } from './checkout-frame.js';
import {
  type Draft,
  type OpenCheckout,
  storedAttempt,
  storedCheckout,
  storedDraft,
} from './checkout-storage.js';
import { Countdown, useSecondsLeft } from './countdown.js';
import { DeliverySummary } from './delivery-summary.js';
import { isRedirect, takesCard } from './method-kinds.js';
import { payBody } from './pay-body.js';
import { PaymentPanel, usePaymentMethods } from './payment-methods.js';
import { type Outcome, pay, pollOutcome } from './settle.js';
import { NO_VALUE, paysByValue, StoredValueFields } from './stored-value.js';
import { useTaxPlace } from './tax-place.js';
import { cancelCheckout } from './use-checkout.js';
import { useOutcome } from './use-outcome.js';
import {
  chosenRate,
  deliveryOf,
  type ShippingRates,
  useShippingRates,
} from './use-shipping-rates.js';
import type { StoredValue } from './value-shares.js';

const OVER = new Set(['CHECKOUT_EXPIRED', 'CHECKOUT_CANCELLED', 'TOO_MANY_ATTEMPTS']);
const isOver = (error: unknown): boolean => error instanceof ApiError && OVER.has(error.code);

type Step = { cart: Cart; running: OpenCheckout; draft: Draft };

/** Shown when the checkout has expired or can no longer be paid. */
function StartAgain({ running, text }: { running: OpenCheckout; text: string }): ReactNode {
  const t = useT();
  const api = useApi();
  const [, navigate] = useLocation();
  const again = useMutation({
    mutationFn: () => cancelCheckout(api, running.id),
    onSettled: () => navigate('/checkout', { replace: true }),
  });
  return (
    <Empty
      icon={<IconClock size={28} aria-hidden />}
      title={t('pay.expired')}
      text={text}
      action={
        <Button loading={again.isPending} onClick={() => again.mutate()}>
          {t('pay.again')}
        </Button>
      }
    />
  );
}

/** The service refuses the order before it is charged if stored value does not cover it. */
function unlessCardIsNeeded(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'PAYMENT_TOKEN_REQUIRED') return undefined;
  throw error;
}

function usePay(
  { cart, running, draft }: Step,
  offered: ShippingRates,
  method: PaymentMethod | undefined,
  value: StoredValue,
) {
  const api = useApi();
  const { language } = useI18n();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const showOutcome = useOutcome();
  // What this page shows, also while the cart is read again after a rise.
  const [acceptedCents, setAcceptedCents] = useState(0);
  const cents = Math.max(deliveryOf(cart, offered, draft).totalCents, acceptedCents);
  const taxPlace = useTaxPlace(draft);
  const sendWith = async (chosen: PaymentMethod, card: CardToken | null): Promise<Outcome> => {
    const rate = chosenRate(offered, draft.rateId);
    const body = {
      ...payBody(running, draft, rate, { methodId: chosen.id, card, value }, taxPlace),
      // The service refuses to charge more, such as for goods of another tab.
      accepted_total: formatMoney(cents, cart.currency),
    };
    const form = chosen.card_form;
    const publishableKey = form?.kind === 'stripe' ? form.publishable_key : null;
    // Stored value is not combined with paying at the store: it covers the order.
    const isLeftToPay = cents > 0 && !paysByValue(value);
    const paysAtStore = chosen.method_type === 'pay_at_store' && isLeftToPay;
    const lastFour = card?.lastFour ?? null;
    const leaves = isRedirect(chosen);
    const noted = { cents, lastFour, paysAtStore, publishableKey, isRedirect: leaves };
    const outcome = await pay(api, body, noted);
    if (outcome.kind === 'nothing') throw new Unreachable('The payment did not arrive.');
    return outcome;
  };
  const send = useMutation({
    mutationFn: async (askCard: CardSource) => {
      if (method === undefined) throw new Error('no way to pay was chosen');
      const isCard = takesCard(method);
      // A gift card, credit or points may cover the order; then no card is needed.
      if (isCard && paysByValue(value)) {
        const covered = await sendWith(method, null).catch(unlessCardIsNeeded);
        if (covered !== undefined) return covered;
      }
      const card = isCard ? await askCard() : null;
      // The form shows what is missing.
      if (card === null && isCard) return undefined;
      return sendWith(method, card);
    },
    onSuccess: outcome => outcome && showOutcome(outcome),
    onError: error => {
      if (!(error instanceof ApiError)) return;
      // The error names the new total; ordering again accepts it.
      if (error.code === 'PRICE_CHANGED') {
        setAcceptedCents(minor(String(error.details.total), cart.currency));
      }
      const errors = fieldErrors(fieldTexts(language, error));
      if (Object.keys(errors).length > 0) navigate('/checkout', { state: { errors } });
      if (error.code === 'AGE_VERIFICATION_REQUIRED') {
        void queries.invalidateQueries({ queryKey: ['age'] });
      }
      void queries.invalidateQueries({ queryKey: ['balances'] });
      // Reloads the cart, which shows items that are no longer available.
      void queries.invalidateQueries({ queryKey: ['cart'] });
      void queries.invalidateQueries({ queryKey: ['shipping-rates'] });
    },
  });
  // A ref, because `isPending` updates too late to stop a double click.
  const isSent = useRef(false);
  const press = (askCard: CardSource): void => {
    if (isSent.current) return;
    isSent.current = true;
    const onSettled = (): void => {
      isSent.current = false;
    };
    send.mutate(askCard, { onSettled });
  };
  return { cents, send, press };
}

function Pay({ step, failure }: { step: Step; failure: unknown }): ReactNode {
  const t = useT();
  const format = useFormat();
  const errorText = useShopError();
  const { cart, running, draft } = step;
  const offered = useShippingRates(cart, draft);
  const [choice, setChoice] = useState<PaymentMethod>();
  const cardForm = useRef<CardSource>(undefined);
  const [value, setValue] = useState(NO_VALUE);
  const seconds = useSecondsLeft(running.deadline);
  const delivery = deliveryOf(cart, offered, draft);
  const methods = usePaymentMethods(running.method, delivery.totalCents);
  const method = choice ?? methods.data?.[0];
  const { cents, send, press } = usePay(step, offered, method, value);
  const payByForm = (): void =>
    press(() => {
      if (cardForm.current !== undefined) return cardForm.current();
      throw new CardFormError(t('card.unavailable'));
    });
  const error = send.error ?? (send.isIdle ? failure : null);
  if ((seconds === 0 && !send.isPending) || isOver(error)) {
    const text = isOver(error) ? errorText(error) : t('pay.expired.text');
    return <StartAgain running={running} text={text} />;
  }
  const textOf = (failed: unknown): string => {
    if (failed instanceof CardFormError) return failed.message;
    return typeof failed === 'string' ? failed : errorText(withNames(failed, cart));
  };
  // The service knows how much of the total stored value pays.
  const isFullCharge = method?.method_type === 'card' && !paysByValue(value);
  const walletCents = isFullCharge && !offered.isLoading ? cents : null;
  return (
    <CheckoutFrame step={1} cart={cart} delivery={delivery}>
      <Stack gap="md">
        {error != null && <Failure text={textOf(error)} isInCart={isInCart(error)} />}
        <DeliverySummary draft={draft} offered={offered} />
        <AgeGate cart={cart}>
          <PaymentPanel
            methods={methods}
            method={method}
            onChange={setChoice}
            cents={cents}
            link={{ source: cardForm, onWallet: press, cents: walletCents }}
          />
          <StoredValueFields value={value} onChange={setValue} order={{ cart, cents, method }} />
          <Stack gap={4}>
            <Text size="sm">{t('legal.checkout')}</Text>
            <LegalLinks label={t('legal.conditions')} />
          </Stack>
          <Button
            size="lg"
            className={classes.pay}
            loading={send.isPending}
            disabled={method === undefined || offered.isLoading}
            onClick={payByForm}
          >
            {isFullCharge ? t('pay.now', { total: format.cents(cents) }) : t('pay.order')}
          </Button>
          <Group justify="space-between">
            <Countdown seconds={seconds} />
            <Text size="sm" c="dimmed">
              {send.isPending ? t('pay.wait') : t('pay.safe')}
            </Text>
          </Group>
        </AgeGate>
      </Stack>
    </CheckoutFrame>
  );
}

/** An error above the form, scrolled into view. */
function Failure({ text, isInCart }: { text: string; isInCart: boolean }): ReactNode {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <Alert color="red" variant="light" role="alert" title={t('pay.failed')} ref={box}>
      {text}{' '}
      {isInCart && (
        <Anchor component={Link} href="/cart" inherit underline="always">
          {t('checkout.editCart')}
        </Anchor>
      )}
    </Alert>
  );
}

/** Reasons that the shopper removes in the cart. */
const IN_CART = new Set(['INSUFFICIENT_STOCK', 'PRODUCT_INACTIVE', 'PROMO_CODE_NOT_VALID']);
const isInCart = (error: unknown): boolean => error instanceof ApiError && IN_CART.has(error.code);

/** Shoppers know goods by their names. */
function withNames(error: unknown, cart: Cart): unknown {
  if (!(error instanceof ApiError) || !Array.isArray(error.details.shortages)) return error;
  const shortages = error.details.shortages.map((one: { sku?: string }) => {
    const line = cart.line_items.find(({ sku }) => sku === one.sku);
    return { ...one, sku: line?.name ?? one.sku };
  });
  return new ApiError(error.status, error.code, error.message, {}, { shortages });
}

/** After a reload during a payment: finds out its outcome first. */
function Resume(props: { checkoutId: string; onOpen: (failure: unknown) => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const showOutcome = useOutcome();
  const { checkoutId, onOpen } = props;
  const resume = useMutation({
    mutationFn: () => pollOutcome(api, checkoutId),
    onSuccess: outcome => {
      if (outcome.kind !== 'nothing') return showOutcome(outcome);
      storedAttempt.set(undefined);
      return onOpen(null);
    },
    onError: onOpen,
  });
  const { mutate } = resume;
  useEffect(() => mutate(), [mutate]);
  return <Loading label={t('pay.checking')} />;
}

export function PayPage(): ReactNode {
  const [running] = useState(storedCheckout.get);
  const [draft] = useState(storedDraft.get);
  const initialFailure = useHistoryState<{ failure?: string } | null>()?.failure;
  const [failure, setFailure] = useState<unknown>(initialFailure);
  const [isUncertain, setUncertain] = useState(
    () => running !== undefined && storedAttempt.get()?.checkoutId === running.id,
  );
  if (running === undefined || draft === undefined) return <Redirect to="/checkout" replace />;
  if (isUncertain) {
    return (
      <Resume
        checkoutId={running.id}
        onOpen={error => {
          setFailure(error);
          setUncertain(false);
        }}
      />
    );
  }
  return (
    <WithCart>
      {cart =>
        cart.id === running.cartId ? (
          <Pay step={{ cart, running, draft }} failure={failure} />
        ) : (
          <Redirect to="/checkout" replace />
        )
      }
    </WithCart>
  );
}
