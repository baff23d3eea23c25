import { isWholeAtProcessors, minorPerUnit } from '../../../src/platform/currencies.js';
import { CardFormError, type CardSource } from './card-source.js';
import type { AddressForm, Draft } from './checkout-storage.js';

/**
 * The calls of Square's script that the shop uses, as
 * https://developer.squareup.com/reference/sdks/web/payments describes them. The npm package with
 * these types also installs an old TypeScript compiler.
 */
type Tokenized =
  | { status: 'OK'; token: string; details?: { card?: { brand?: string; last4?: string } } }
  | { status: string; errors?: readonly { message: string }[] };
type SquareCard = {
  attach(place: HTMLElement): Promise<void>;
  destroy(): Promise<boolean>;
  tokenize(details: object): Promise<Tokenized>;
};
type SquarePayments = {
  setLocale(locale: string): Promise<void>;
  card(options: { style: Record<string, Record<string, string>> }): Promise<SquareCard>;
};
type SquareScript = { payments(applicationId: string, locationId: string): SquarePayments };

export type SquareAccount = { applicationId: string; locationId: string };
type Look = { locale: string; scheme: 'light' | 'dark' };
type Charge = { cents: number; currency: string; draft: Draft | undefined };

const loaded = new Map<string, Promise<SquareScript>>();

const sourceOf = (applicationId: string): string =>
  applicationId.startsWith('sandbox-')
    ? 'https://sandbox.web.squarecdn.com/v1/square.js'
    : 'https://web.squarecdn.com/v1/square.js';

/** Loads Square's script, which comes from its own host only, when a page needs it. */
function loadScript(applicationId: string): Promise<SquareScript> {
  const source = sourceOf(applicationId);
  const known = loaded.get(source);
  if (known !== undefined) return known;
  const loading = new Promise<SquareScript>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = source;
    script.onload = () => {
      const { Square } = window as { Square?: SquareScript };
      return Square === undefined ? reject(new Error('no script of Square')) : resolve(Square);
    };
    script.onerror = () => {
      script.remove();
      reject(new Error('the script of Square did not load'));
    };
    document.head.append(script);
  });
  loaded.set(source, loading);
  // A later visit to the page tries again.
  loading.catch(() => loaded.delete(source));
  return loading;
}

type MountedCard = { ask(charge: Charge): ReturnType<CardSource>; unmount(): void };

/** Square's card fields in its own frame. */
export async function mountSquare(
  { applicationId, locationId }: SquareAccount,
  place: HTMLElement,
  look: Look,
): Promise<MountedCard> {
  const payments = (await loadScript(applicationId)).payments(applicationId, locationId);
  await payments.setLocale(look.locale);
  const card = await payments.card({ style: styleOf(look) });
  await card.attach(place);
  return {
    ask: charge => tokenOf(card, charge),
    unmount: () => void card.destroy().catch(() => undefined),
  };
}

const styleOf = ({ scheme }: Look): Record<string, Record<string, string>> => ({
  '.input-container': { borderRadius: '8px' },
  ...(scheme === 'dark' && {
    input: { backgroundColor: '#1b1b1b', color: '#f2f2f2' },
    'input::placeholder': { color: '#a6a6a6' },
    '.message-text': { color: '#f2f2f2' },
  }),
});

async function tokenOf(card: SquareCard, charge: Charge) {
  const result = await card.tokenize(detailsOf(charge));
  if ('token' in result) {
    const { brand, last4 } = result.details?.card ?? {};
    return { token: result.token, lastFour: last4 ?? '', brand: brand?.toLowerCase() ?? 'card' };
  }
  const [error] = 'errors' in result ? (result.errors ?? []) : [];
  // The fields show what is missing; what the bank refused has a text for the card holder.
  if (result.status === 'Invalid' || error === undefined) return null;
  throw new CardFormError(error.message);
}

/** With these Square decides whether the bank has to ask the card holder, and shows its page. */
function detailsOf({ cents, currency, draft }: Charge): object {
  const isWhole = isWholeAtProcessors(currency);
  return {
    amount: isWhole ? String(Math.round(cents / 100)) : decimal(cents / minorPerUnit(currency)),
    currencyCode: currency.toUpperCase(),
    intent: 'CHARGE',
    customerInitiated: true,
    sellerKeyedIn: false,
    billingContact: draft === undefined ? {} : contactOf(draft),
  };
}

const decimal = (amount: number): string => amount.toFixed(2);

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
