import type { CardSource } from './card-source.js';
import {
  type Amount,
  amountText,
  cardOf,
  type SquarePayments,
  type SquareWallet,
} from './square.js';

type Seller = { country: string; name: string };
type Places = { apple: HTMLElement; google: HTMLElement };
type Look = { locale: string; scheme: 'light' | 'dark' };
export type MountedWallets = { change(amount: Amount): void; unmount(): void };

const totalOf = (seller: Seller, amount: Amount) => ({
  total: { amount: amountText(amount), label: seller.name },
});

/**
 * Apple Pay and Google Pay, each only where Square says that this browser and this account have it.
 * What the sheets show is for the shopper; the service calculates what is charged.
 */
export async function mountSquareWallets(
  payments: SquarePayments,
  places: Places,
  seller: Seller,
  amount: Amount,
  look: Look,
  on: { offer(): void; pay(wallet: CardSource): void },
): Promise<MountedWallets> {
  const request = payments.paymentRequest({
    countryCode: seller.country,
    currencyCode: amount.currency.toUpperCase(),
    ...totalOf(seller, amount),
  });
  const apple = payments.applePay(request).then(wallet => {
    places.apple.hidden = false;
    return offer(places.apple, wallet, on);
  });
  const google = payments.googlePay(request).then(async wallet => {
    await wallet.attach(places.google, {
      buttonColor: look.scheme === 'dark' ? 'white' : 'black',
      buttonLocale: look.locale.slice(0, 2),
      buttonSizeMode: 'fill',
      buttonType: 'pay',
    });
    return offer(places.google, wallet, on);
  });
  const mounted = await Promise.allSettled([apple, google]);
  return {
    change: next => void request.update(totalOf(seller, next)),
    unmount: () => {
      for (const one of mounted) if (one.status === 'fulfilled') one.value();
    },
  };
}

/** Returns what takes the button off the page again. */
function offer(
  place: HTMLElement,
  wallet: SquareWallet,
  on: { offer(): void; pay(wallet: CardSource): void },
): () => void {
  const open = (): void => {
    // At once: a sheet opens only while the browser handles the click.
    const asked = wallet.tokenize();
    asked.catch(() => undefined);
    on.pay(async () => cardOf(await asked));
  };
  place.addEventListener('click', open);
  on.offer();
  return () => {
    place.removeEventListener('click', open);
    void wallet.destroy().catch(() => undefined);
  };
}
