import type { CardSource } from './card-source.js';
import type { AddressForm, Draft } from './checkout-storage.js';
import { type Amount, amountText, cardOf, type SquarePayments } from './square.js';

type Scheme = 'light' | 'dark';
type Charge = Amount & { draft: Draft | undefined };
type MountedCard = { ask(charge: Charge): ReturnType<CardSource>; unmount(): void };

/** Square's card fields in its own frame. */
export async function mountSquareCard(
  payments: SquarePayments,
  place: HTMLElement,
  scheme: Scheme,
): Promise<MountedCard> {
  const card = await payments.card({ style: styleOf(scheme) });
  await card.attach(place);
  return {
    ask: async charge => cardOf(await card.tokenize(detailsOf(charge))),
    unmount: () => void card.destroy().catch(() => undefined),
  };
}

const styleOf = (scheme: Scheme): Record<string, Record<string, string>> => ({
  '.input-container': { borderRadius: '8px' },
  ...(scheme === 'dark' && {
    input: { backgroundColor: '#1b1b1b', color: '#f2f2f2' },
    'input::placeholder': { color: '#a6a6a6' },
    '.message-text': { color: '#f2f2f2' },
  }),
});

/** With these Square decides whether the bank has to ask the card holder, and shows its page. */
const detailsOf = ({ draft, ...amount }: Charge): object => ({
  amount: amountText(amount),
  currencyCode: amount.currency.toUpperCase(),
  intent: 'CHARGE',
  customerInitiated: true,
  sellerKeyedIn: false,
  billingContact: draft === undefined ? {} : contactOf(draft),
});

function contactOf({ email, shipping, billing, billingSame }: Draft): object {
  const address: AddressForm = billingSame ? shipping : billing;
  const fields = {
    givenName: address.firstName,
    familyName: address.lastName,
    email,
    phone: address.phone,
    city: address.city,
    state: address.region,
    postalCode: address.postalCode,
    countryCode: address.country,
  };
  const given = Object.entries(fields).filter(([, text]) => text !== '');
  const lines = [address.address, address.apartment].filter(line => line !== '');
  return { ...Object.fromEntries(given), ...(lines.length > 0 && { addressLines: lines }) };
}
