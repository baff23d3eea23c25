import type { Appearance, Stripe, StripeElementsOptionsMode } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { isWholeAtProcessors } from '../../../src/platform/currencies.js';
import type { Language } from '../../shared/i18n/index.js';
import { CardFormError, type CardSource } from './card-source.js';

const loaded = new Map<string, Promise<Stripe>>();

/** Loads Stripe's script, which comes from its own host only, when a page needs it. */
export function stripeFor(publishableKey: string): Promise<Stripe> {
  const known = loaded.get(publishableKey);
  if (known !== undefined) return known;
  const loading = loadStripe(publishableKey).then(stripe => {
    if (stripe === null) throw new Error('Stripe.js runs in browsers only');
    return stripe;
  });
  loaded.set(publishableKey, loading);
  // A later visit to the page tries again.
  loading.catch(() => loaded.delete(publishableKey));
  return loading;
}

export type Look = { language: Language; scheme: 'light' | 'dark'; accent: string };
export type Amount = { cents: number; currency: string };

const amountOf = ({ cents, currency }: Amount) => ({
  // Stripe refuses 0, which is the total of an order that promotions pay.
  amount: Math.max(1, isWholeAtProcessors(currency) ? Math.round(cents / 100) : cents),
  currency: currency.toLowerCase(),
});

const optionsOf = (amount: Amount, look: Look): StripeElementsOptionsMode => ({
  mode: 'payment',
  ...amountOf(amount),
  paymentMethodCreation: 'manual',
  allowedPaymentMethodTypes: ['card'],
  locale: look.language,
  appearance: appearanceOf(look),
});

const appearanceOf = ({ scheme, accent }: Look): Appearance => ({
  theme: scheme === 'dark' ? 'night' : 'stripe',
  variables: { colorPrimary: accent, borderRadius: '8px', fontFamily: 'system-ui, sans-serif' },
});

export type Mounted = { ask: CardSource; change(amount: Amount): void; unmount(): void };

/** Stripe's card fields in its own frame. They show errors of the fields themselves. */
export function mountCard(
  stripe: Stripe,
  place: HTMLElement,
  amount: Amount,
  look: Look,
  onReady: () => void,
): Mounted {
  const elements = stripe.elements(optionsOf(amount, look));
  // The wallets have buttons of their own.
  const fields = elements.create('payment', { wallets: { applePay: 'never', googlePay: 'never' } });
  fields.on('ready', onReady);
  fields.mount(place);
  return {
    ask: async () => {
      const { error } = await elements.submit();
      return error === undefined ? tokenOf(stripe, elements) : null;
    },
    change: next => elements.update(amountOf(next)),
    unmount: () => fields.destroy(),
  };
}

/** Apple Pay and Google Pay; `offer` says whether this browser has one of them. */
export function mountWallets(
  stripe: Stripe,
  place: HTMLElement,
  amount: Amount,
  look: Look,
  on: { offer(isThere: boolean): void; pay(wallet: CardSource): void },
): Mounted {
  const elements = stripe.elements(optionsOf(amount, look));
  const buttons = elements.create('expressCheckout', {
    paymentMethods: { link: 'never', amazonPay: 'never', paypal: 'never', klarna: 'never' },
  });
  const ask: CardSource = async () => {
    const { error } = await elements.submit();
    return error === undefined ? tokenOf(stripe, elements) : null;
  };
  buttons.on('ready', ({ availablePaymentMethods: found }) => on.offer(found !== undefined));
  buttons.on('confirm', () => on.pay(ask));
  buttons.mount(place);
  return {
    ask,
    change: next => elements.update(amountOf(next)),
    unmount: () => buttons.destroy(),
  };
}

async function tokenOf(stripe: Stripe, elements: ReturnType<Stripe['elements']>) {
  const { error, paymentMethod } = await stripe.createPaymentMethod({ elements });
  // Stripe writes messages of cards for the card holder, in the language of the form.
  if (error !== undefined) throw new CardFormError(error.message ?? error.type);
  const { card } = paymentMethod;
  return { token: paymentMethod.id, lastFour: card?.last4 ?? '', brand: card?.brand ?? 'card' };
}

/** Shows the page of the card holder's bank. Whether it agreed is asked of the service. */
export async function authenticate(publishableKey: string, clientSecret: string): Promise<void> {
  const stripe = await stripeFor(publishableKey);
  await stripe.handleNextAction({ clientSecret });
}
