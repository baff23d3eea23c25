import { isWholeAtProcessors, minorPerUnit } from '../../../src/platform/currencies.js';
import { CardFormError, type CardToken } from './card-source.js';

/**
 * The calls of Square's script that the shop uses, as
 * https://developer.squareup.com/reference/sdks/web/payments describes them. The npm package with
 * these types also installs an old TypeScript compiler.
 */
export type Tokenized =
  | { status: 'OK'; token: string; details?: { card?: { brand?: string; last4?: string } } }
  | { status: string; errors?: readonly { message: string }[] };
type SquarePart = { destroy(): Promise<boolean> };
export type SquareCard = SquarePart & {
  attach(place: HTMLElement): Promise<void>;
  tokenize(details: object): Promise<Tokenized>;
};
/** Opens its sheet, so it may be called only while the browser handles a click. */
export type SquareWallet = SquarePart & { tokenize(): Promise<Tokenized> };
type SquareGooglePay = SquareWallet & {
  attach(place: HTMLElement, look: Record<string, string>): Promise<void>;
};
export type SquareRequest = { update(change: object): boolean };
/** A wallet that the browser or the account does not have is an error. */
export type SquarePayments = {
  setLocale(locale: string): Promise<void>;
  card(options: { style: Record<string, Record<string, string>> }): Promise<SquareCard>;
  paymentRequest(options: object): SquareRequest;
  applePay(request: SquareRequest): Promise<SquareWallet>;
  googlePay(request: SquareRequest): Promise<SquareGooglePay>;
};
type SquareScript = { payments(applicationId: string, locationId: string): SquarePayments };

export type SquareAccount = { applicationId: string; locationId: string };
export type Amount = { cents: number; currency: string };

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

export async function openSquare(
  { applicationId, locationId }: SquareAccount,
  locale: string,
): Promise<SquarePayments> {
  const payments = (await loadScript(applicationId)).payments(applicationId, locationId);
  await payments.setLocale(locale);
  return payments;
}

/** As Square reads amounts: with the decimals of the currency. */
export const amountText = ({ cents, currency }: Amount): string =>
  isWholeAtProcessors(currency)
    ? String(Math.round(cents / 100))
    : (cents / minorPerUnit(currency)).toFixed(2);

/** Null if the shopper closed the sheet, or the fields show what is missing. */
export function cardOf(result: Tokenized): CardToken | null {
  if ('token' in result) {
    const { brand, last4 } = result.details?.card ?? {};
    return { token: result.token, lastFour: last4 ?? '', brand: brand?.toLowerCase() ?? 'card' };
  }
  const [error] = 'errors' in result ? (result.errors ?? []) : [];
  // What the bank refused has a text for the card holder.
  if (['Invalid', 'Cancel', 'Abort'].includes(result.status) || error === undefined) return null;
  throw new CardFormError(error.message);
}
