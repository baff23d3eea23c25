import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { acpOf, addAgent } from '../agents/support.js';
import { article } from '../storefront/checkout-support.js';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  screenshotBothSchemes,
} from '../support/browser.js';
import { mailsTo } from '../support/mails.js';
import { soon } from '../support/soon.js';

const canRun = await browserOrSkip();
const SLOW_MS = 90_000;

describe.runIf(canRun)('the web shop', { timeout: SLOW_MS }, () => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens();
  });
  afterAll(() => screens.close());

  /** The states that layout.test.ts does not reach also get axe. */
  const shows = (page: Page, name: string): Promise<void> =>
    screenshotBothSchemes(page, `shop-${name}`);
  const looksGood = async (page: Page, name: string): Promise<void> => {
    await shows(page, name);
    expect(await axeProblems(page)).toEqual([]);
  };

  /** A guest at a store with something in the cart. */
  const guestWith = async (slug: string, store = 'DOWNTOWN'): Promise<Page> => {
    const page = await screens.open(`/app/shop/product/${slug}?store=${store}`);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('link', { name: 'Go to checkout' }).waitFor();
    return page;
  };

  const fillAddress = async (page: Page): Promise<void> => {
    await page.getByLabel('Email').fill('guest@example.com');
    await page.getByLabel('First name').fill('Robin');
    await page.getByLabel('Last name').fill('Guest');
    await page.getByLabel('Street address').fill('12 Main Street');
    await page.getByLabel('City').fill('New York');
    await page.getByLabel('State').selectOption('NY');
    await page.getByLabel('ZIP code').fill('10001');
  };

  const toPayment = async (page: Page): Promise<void> => {
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await fillAddress(page);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('radio', { name: 'Payment succeeds' }).waitFor();
  };

  const payWith = async (page: Page, card: string): Promise<void> => {
    await page.getByRole('radio', { name: card }).click();
    await page.getByRole('button', { name: /^Pay / }).click();
  };

  const orderNumber = async (page: Page): Promise<string> => {
    await page.getByRole('heading', { name: 'Thank you for your order!' }).waitFor();
    return page.getByText(/^TXN-/).innerText();
  };

  /** A postal code of another country is refused before anything is saved. */
  const changeAddress = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Edit: Work' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit' });
    await dialog.getByLabel('ZIP code').fill('SW1A 1AA');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Check the postal code.').waitFor();
    await dialog.getByLabel('ZIP code').fill('10018');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/Brooklyn, NY 10018 · United States/).waitFor();
  };

  /** Hong Kong has no postal codes. */
  const fillBilling = async (page: Page): Promise<void> => {
    await page.getByLabel('Billing address is the same as delivery address').uncheck();
    const billing = page.getByRole('group', { name: 'Billing address' });
    await billing.getByLabel('Country').selectOption('HK');
    expect(await billing.getByLabel(/code/i).count()).toBe(0);
    await billing.getByLabel('First name').fill('Robin');
    await billing.getByLabel('Last name').fill('Payer');
    await billing.getByLabel('Street address').fill('88 Argyle Street');
    await billing.getByLabel('City').fill('Mong Kok');
    await billing.getByLabel('State or region').fill('Kowloon');
  };

  const consents = async (): Promise<number | undefined> => {
    const [row] = await statement<{ n: number }>(
      screens.shop.platform.db,
      'select count(*)::int as n from users where email = $1 and mail_consent_at is not null',
      ['shopper@example.com'],
    );
    return row?.n;
  };

  const salesOf = async (number: string) =>
    statement<{ status: string; total_amount: string }>(
      screens.shop.platform.db,
      'select status, total_amount from transactions where transaction_number = $1',
      [number],
    );

  const paymentsUnderWay = async (): Promise<number | undefined> => {
    const [row] = await statement<{ n: number }>(
      screens.shop.platform.db,
      `select count(*)::int as n from checkout_sessions where status = 'payment_processing'`,
    );
    return row?.n;
  };

  it('shows a catalogue, stores, a product and a cart', async () => {
    const page = await screens.open('/app/shop/');
    await page.getByRole('button', { name: /Downtown. Change store/ }).click();
    await page.getByRole('button', { name: /Airport/ }).waitFor();
    await looksGood(page, 'stores');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Black Mug' }).waitFor();
    expect(await page.getByText('This is a demo store.').count()).toBe(1);
    await shows(page, 'catalogue');
    await page.getByLabel('Search products').fill('tee');
    await page.getByRole('option', { name: /White Tee/ }).waitFor();
    await looksGood(page, 'suggestions');
    await page.getByLabel('Search products').press('Enter');
    await page.getByRole('heading', { name: /Results for/ }).waitFor();
    await page.getByRole('link', { name: 'Black Tee' }).click();
    await page.getByRole('radiogroup', { name: 'Size' }).getByText('L', { exact: true }).click();
    // All of these tees are black, so the size is the only choice.
    expect(await page.getByRole('radiogroup').count()).toBe(1);
    await shows(page, 'product');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByText('Black Tee, Size L').waitFor();
    await shows(page, 'cart');
  });

  it('takes a guest from the cart to the order and its tracking', async () => {
    const page = await guestWith('white-mug');
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByText('Enter your city.').waitFor();
    await looksGood(page, 'checkout');
    await fillAddress(page);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('radio', { name: 'Payment succeeds' }).waitFor();
    await shows(page, 'payment');
    // 12.50, 8.25 % of it, and 5.00 for the parcel.
    await page.getByRole('button', { name: 'Pay $18.53' }).dblclick();
    const number = await orderNumber(page);
    expect(await salesOf(number)).toEqual([{ status: 'completed', total_amount: '18.53' }]);
    await looksGood(page, 'thanks');
    await page.getByRole('link', { name: 'View receipt and status' }).click();
    await page.getByRole('heading', { name: `Order ${number}` }).waitFor();
    await page.getByText('Order received').waitFor();
    expect(await page.getByText('$18.53').count()).toBe(1);
    await looksGood(page, 'order');
    const token = new URL(page.url()).hash.slice(1);
    const mailed = await screens.open(`/app/order#${token}`);
    await mailed.getByRole('heading', { name: `Order ${number}` }).waitFor();
  });

  it('takes a typed card in its frame, and a wallet', async () => {
    const page = await guestWith('white-mug');
    await toPayment(page);
    const frame = page.frameLocator('iframe[title="Card details"]');
    const pay = page.getByRole('button', { name: /^Pay / });
    await frame.getByLabel('Card number').fill('4111 1111 1111 1111');
    await frame.getByLabel('Expiry').fill('13/34');
    await frame.getByLabel('CVC').fill('1');
    await pay.click();
    await frame.getByText('This is not a test card.').waitFor();
    await frame.getByText('Enter month and year').waitFor();
    await frame.getByText('Enter the three or four digits').waitFor();
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(1);
    await looksGood(page, 'card-refused');
    await frame.getByLabel('Card number').fill('4000000000000002');
    await frame.getByLabel('Expiry').fill('06/20');
    await frame.getByLabel('CVC').fill('123');
    await pay.click();
    await frame.getByText('This card has expired.').waitFor();
    await frame.getByLabel('Expiry').fill('06/39');
    await pay.click();
    await page.getByText(/Your card was declined/).waitFor();
    expect(await page.content()).not.toMatch(/4111 1111|4000000000000002/);
    await page.getByRole('button', { name: 'Test wallet' }).click();
    expect(await salesOf(await orderNumber(page))).toEqual([
      { status: 'completed', total_amount: '18.53' },
    ]);
  });

  it('asks the bank, and sells when the card holder approves', async () => {
    const page = await guestWith('white-mug');
    await toPayment(page);
    await payWith(page, 'Bank asks for confirmation');
    await page.getByRole('heading', { name: 'Confirm this payment' }).waitFor();
    await looksGood(page, 'bank');
    await page.reload();
    await page.getByRole('button', { name: 'Approve payment' }).click();
    const number = await orderNumber(page);
    expect(await salesOf(number)).toEqual([{ status: 'completed', total_amount: '18.53' }]);
    // Back after paying leads to the order, never to a second payment.
    await page.goBack();
    await page.getByText(`Order ${number} is placed.`).waitFor();
    expect(await page.getByRole('button', { name: /^Pay / }).count()).toBe(0);
    await page.getByRole('link', { name: 'View the order' }).click();
    expect(await orderNumber(page)).toBe(number);
    // Once the next checkout has begun, an empty cart is not thanked for.
    await page.goto(`${screens.url}/app/shop/p/white-mug`);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await toPayment(page);
    await page.getByRole('link', { name: 'Edit cart' }).click();
    await page.getByRole('button', { name: 'Remove White Mug' }).click();
    await page.getByText('Your cart is empty').first().waitFor();
    await page.goto(`${screens.url}/app/shop/checkout`);
    await page.getByText('Add something to your cart before you check out.').waitFor();
    expect(await page.getByText('Thank you for your order!').count()).toBe(0);
  });

  it('explains what happens to a payment that returns to a lost visit', async () => {
    const page = await guestWith('white-mug');
    await toPayment(page);
    await payWith(page, 'Bank asks for confirmation');
    await page.getByRole('heading', { name: 'Confirm this payment' }).waitFor();
    const orders = () =>
      statement(screens.shop.platform.db, 'select id, status from transactions order by id');
    const before = await orders();
    await page.context().clearCookies();
    await page.evaluate('localStorage.clear()');
    await page.reload();
    await page.getByRole('button', { name: 'Approve payment' }).click();
    await page.getByRole('heading', { name: 'Your visit has ended' }).waitFor();
    expect(await orders()).toEqual(before);
    await looksGood(page, 'lost-visit');
    await page.getByRole('link', { name: 'Track an order' }).first().click();
    await page.getByLabel('Order number').waitFor();
  });

  it('takes over what a program has put together: a payment at the bank, and a cart', async () => {
    const acp = acpOf(screens.shop, await addAgent(screens.shop));
    const linkTo = ({ continue_url: url }: { continue_url: string }): string =>
      `/app/shop/continue#${url.split('#')[1]}`;
    const paid = await acp.ready([{ id: 'MUG-WHITE' }]);
    const waiting = (await acp.complete(paid, 'tok_challenge')).body;
    const page = await screens.open(linkTo(waiting));
    await page.getByRole('heading', { name: 'Continue your purchase' }).waitFor();
    await looksGood(page, 'continue');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('heading', { name: 'Confirm this payment' }).waitFor();
    expect(page.url()).not.toContain('#');
    await page.reload();
    await page.getByRole('button', { name: 'Approve payment' }).click();
    const number = await orderNumber(page);
    expect((await acp.read(paid)).body).toMatchObject({
      status: 'completed',
      order: { id: number },
    });

    const open = await acp.ready([{ id: 'MUG-WHITE' }]);
    const link = linkTo((await acp.read(open)).body);
    const phone = { viewport: { width: 390, height: 844 }, locale: 'de-DE', provokes: true };
    const shopper = await screens.open(link, phone);
    await shopper.getByRole('button', { name: 'Fortsetzen' }).click();
    await shopper.getByLabel('E-Mail').waitFor();
    expect(await shopper.getByLabel('E-Mail').inputValue()).toBe('ada@example.com');
    expect(await shopper.getByLabel('Straße und Hausnummer').inputValue()).toBe('1 Park Avenue');
    // For a minute the link works again, because the answer may have been lost.
    await statement(
      screens.shop.platform.db,
      `update agent_checkouts set handed_over_at = handed_over_at - interval '2 minutes'`,
    );
    const late = await screens.open(link, phone);
    await late.getByRole('button', { name: 'Fortsetzen' }).click();
    await late.getByText(/Dieser Link wurde schon benutzt/).waitFor();
    await looksGood(late, 'continue-used-de');
  });

  it('allows another attempt after the bank, the card or the shopper declines', async () => {
    const page = await guestWith('white-mug');
    await toPayment(page);
    await payWith(page, 'Bank asks, then declines');
    await page.getByRole('button', { name: 'Approve payment' }).click();
    await page.getByText(/Your bank did not confirm the payment/).waitFor();
    await looksGood(page, 'payment-failed');
    await payWith(page, 'Card declined');
    await page.getByText(/Your card was declined/).waitFor();
    await payWith(page, 'Bank asks for confirmation');
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByText(/You declined the payment/).waitFor();
    await payWith(page, 'Payment succeeds');
    expect(await salesOf(await orderNumber(page))).toHaveLength(1);
  });

  it('keeps an order for pickup that is paid at the store', async () => {
    const page = await guestWith('black-mug');
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await page.getByRole('radio', { name: 'Pickup' }).click();
    await page.getByLabel('Email').fill('guest@example.com');
    await page.getByLabel('Day').selectOption({ index: 3 });
    await looksGood(page, 'pickup');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('radio', { name: 'Pay at the store' }).click();
    await page.getByRole('button', { name: 'Place order' }).click();
    expect(await salesOf(await orderNumber(page))).toEqual([
      { status: 'pending', total_amount: '13.53' },
    ]);
    await page.getByText(/We hold your order for 72 hours/).waitFor();
    await page.getByRole('link', { name: 'View receipt and status' }).click();
    await page.getByText('Ready for pickup').waitFor();
  });

  it('applies a promo code and rejects an unknown one', async () => {
    const page = await guestWith('white-mug');
    await page.getByLabel('Promo code').fill('NOSUCHCODE');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText(/This code isn’t valid for your cart/).waitFor();
    await page.getByLabel('Promo code').fill('welcome10');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('-$1.25').waitFor();
  });

  const toAgeCheck = async (): Promise<Page> => {
    const page = await guestWith('red-wine');
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await fillAddress(page);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    return page;
  };

  const declare = async (page: Page, birthday: string): Promise<void> => {
    await page.getByLabel('Date of birth').fill(birthday);
    await page.getByRole('button', { name: 'Confirm age' }).click();
  };

  it('sells wine to those who are old enough, and stays with a refusal', async () => {
    const adult = await toAgeCheck();
    await declare(adult, '1980-05-01');
    await payWith(adult, 'Payment succeeds');
    await orderNumber(adult);
    const minor = await toAgeCheck();
    await declare(minor, '2015-05-01');
    await minor.getByText(/you are under 21/).waitFor();
    await looksGood(minor, 'age');
    await declare(minor, '1980-05-01');
    await minor.getByRole('alert').waitFor();
    expect(await minor.getByRole('button', { name: /^Pay / }).count()).toBe(0);
  });

  it('fits a phone', async () => {
    const page = await screens.open('/app/shop/', { viewport: { width: 390, height: 844 } });
    const fits = async (name: string): Promise<void> => {
      await shows(page, `phone-${name}`);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(390);
    };
    await page.getByRole('link', { name: 'Black Mug' }).waitFor();
    await fits('catalogue');
    await page.getByRole('link', { name: 'Black Mug' }).click();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('link', { name: 'Go to checkout' }).waitFor();
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await page.getByLabel('Email').waitFor();
    await fits('checkout');
  });

  it('recovers an order when the response is lost', async () => {
    const page = await guestWith('white-mug');
    await toPayment(page);
    await page.route('**/checkout/complete/', async route => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: /^Pay / }).click();
    expect(await salesOf(await orderNumber(page))).toEqual([
      { status: 'completed', total_amount: '18.53' },
    ]);
  });

  it('continues after a reload in the middle of a payment', async () => {
    const page = await guestWith('white-mug');
    await toPayment(page);
    await payWith(page, 'Bank doesn’t respond');
    await page.getByText('Payment in progress. Please wait.').waitFor();
    // The page shows this before the request arrives; wait until the service has started the payment.
    await expect.poll(() => paymentsUnderWay(), soon).toBe(1);
    await page.reload();
    await page.getByText(/The bank did not respond in time/).waitFor();
    await payWith(page, 'Payment succeeds');
    await orderNumber(page);
  });

  it('shows that the checkout expired and starts again', async () => {
    const page = await guestWith('white-mug');
    await toPayment(page);
    await page.evaluate(`
      const kept = JSON.parse(sessionStorage['tillhouse.shop.checkout']);
      sessionStorage['tillhouse.shop.checkout'] = JSON.stringify({ ...kept, deadline: Date.now() });
    `);
    await page.reload();
    await page.getByRole('heading', { name: 'Checkout expired' }).waitFor();
    await looksGood(page, 'expired');
    await page.getByRole('button', { name: 'Start again' }).click();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByText(/left to pay/).waitFor();
  });

  it('delivers digital products by email, without an address', async () => {
    await article(screens.shop, 'E-BOOK', { digital: true, price: '20.00' });
    const page = await guestWith('e-book');
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill('guest@example.com');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await payWith(page, 'Payment succeeds');
    expect(await salesOf(await orderNumber(page))).toEqual([
      { status: 'completed', total_amount: '21.65' },
    ]);
  });

  it('takes a German shopper on a phone from the search to the tracked order, in euros', async () => {
    const phone = { viewport: { width: 390, height: 844 }, locale: 'de-DE' };
    const page = await screens.open('/app/shop/', phone);
    const fits = async (): Promise<void> => {
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(390);
    };
    await page.getByLabel('Produkte suchen').fill('whtie mug');
    await page.getByLabel('Produkte suchen').press('Enter');
    await page.getByRole('link', { name: 'White Mug' }).click();
    await page.getByText('12,50\u00a0€', { exact: true }).first().waitFor();
    await fits();
    await page.getByRole('button', { name: 'In den Warenkorb', exact: true }).click();
    await page.getByRole('link', { name: 'Zur Kasse' }).click();
    await page.getByRole('radio', { name: 'Lieferung' }).waitFor();
    expect(await page.getByRole('radio', { name: 'Abholung' }).count()).toBe(0);
    expect(await page.title()).toBe('Kasse · Tillhouse');
    await page.getByLabel('E-Mail').fill('gast@example.com');
    await page.getByLabel('Vorname').fill('Robin');
    await page.getByLabel('Nachname').fill('Gast');
    await page.getByLabel('Straße und Hausnummer').fill('Hauptstraße 12');
    await page.getByLabel('Postleitzahl').fill('60311');
    await page.getByRole('textbox', { name: 'Ort', exact: true }).fill('Frankfurt am Main');
    await looksGood(page, 'german');
    await fits();
    await page.getByRole('button', { name: 'Weiter zur Zahlung' }).click();
    const pay = page.getByRole('button', { name: /^Zahlungspflichtig bestellen/ });
    await pay.waitFor();
    await fits();
    await pay.click();
    await page.getByRole('heading', { name: 'Danke für Ihre Bestellung!' }).waitFor();
    const number = await page.getByText(/^TXN-/).innerText();
    expect(await salesOf(number)).toMatchObject([{ status: 'completed' }]);
    await fits();
    await page.goto(`${screens.url}/app/shop/order`);
    await page.getByLabel('Bestellnummer').fill(number);
    await page.getByLabel('E-Mail-Adresse').fill('gast@example.com');
    await page.getByRole('button', { name: 'Bestellung anzeigen' }).first().click();
    await page.getByRole('heading', { name: `Bestellung ${number}` }).waitFor();
    await page.getByText('Bestellung eingegangen').waitFor();
    await fits();
  });

  it('shows field errors in German', async () => {
    const page = await screens.open('/app/shop/register', { locale: 'de-DE' });
    await page.getByLabel('Vorname').fill('Kim');
    await page.getByLabel('Nachname').fill('New');
    await page.getByRole('textbox', { name: 'E-Mail' }).fill('kim..new@example.com');
    await page.getByRole('textbox', { name: 'Passwort' }).fill('a-long-password');
    await page.getByRole('button', { name: 'Code zusenden' }).click();
    await page.getByText('Geben Sie eine gültige E-Mail-Adresse ein.', { exact: true }).waitFor();
  });

  it('keeps the cart while offline and says so', async () => {
    const page = await guestWith('white-mug');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.context().setOffline(true);
    await page.getByTestId('offline').waitFor();
    await page.getByRole('link', { name: 'Kitchen & Table' }).click();
    await page.getByText('No connection').last().waitFor();
    await looksGood(page, 'offline');
    await page.context().setOffline(false);
    await page.getByTestId('offline').waitFor({ state: 'detached' });
  });

  it('explains that there is not enough stock', async () => {
    const page = await guestWith('last-one-lamp', 'AIRPORT');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByText('Last One Lamp was not added').waitFor();
    expect(await page.getByText(/Only 1 of LAST-ONE left/).count()).toBe(1);
  });

  it('keeps the cart after sign-in and shows saved addresses', async () => {
    const page = await guestWith('white-mug');
    await page.goto(`${screens.url}/app/shop/login`);
    await page.getByLabel('Email').fill('shopper@example.com');
    await page.getByLabel(/^Password/).fill('shopper-demo');
    await shows(page, 'login');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Hello, Riley' }).waitFor();
    await page.getByText('350 Fifth Avenue').waitFor();
    await shows(page, 'account');
    await page.getByRole('button', { name: 'Make default: Work' }).click();
    await page.getByRole('button', { name: 'Make default: Home' }).waitFor();
    await changeAddress(page);
    await page.getByLabel('Code', { exact: true }).fill('GIFT-DEMO-0000-0001');
    await page.getByRole('button', { name: 'Show balance' }).click();
    await page.getByText('Balance: $50.00').waitFor();
    await page.getByRole('button', { name: /Open cart/ }).click();
    await page.getByRole('link', { name: 'White Mug' }).first().waitFor();
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await page.getByRole('radio', { name: 'Work' }).waitFor();
    const consent = page.getByLabel(/^Email me about items left in my cart/);
    expect(await consent.isChecked()).toBe(false);
    await consent.check();
    await fillBilling(page);
    await looksGood(page, 'billing');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await payWith(page, 'Payment succeeds');
    const first = await orderNumber(page);
    await expect.poll(consents, soon).toBe(1);
    await page.goto(`${screens.url}/app/shop/orders/${first}`);
    await page
      .locator('address', {
        hasText: /Robin Payer.*88 Argyle Street.*Mong Kok.*Kowloon.*Hong Kong/s,
      })
      .waitFor();
    // The second time, one step leads from the cart to the payment.
    await page.goto(`${screens.url}/app/shop/p/white-mug`);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('link', { name: 'Express: to my default address' }).click();
    await page.getByRole('radio', { name: 'Payment succeeds' }).waitFor();
    await payWith(page, 'Payment succeeds');
    await page.getByText(/^TXN-/).waitFor();
    expect(await orderNumber(page)).not.toBe(first);
  });

  it('creates an account with the code from the email', async () => {
    const page = await screens.open('/app/shop/register');
    await page.getByLabel('First name').fill('Kim');
    await page.getByLabel('Last name').fill('New');
    await page.getByRole('textbox', { name: 'Email' }).fill('kim@example.com');
    await page.getByLabel(/^Password/).fill('a-long-password');
    await shows(page, 'register');
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByLabel('Verification code').waitFor();
    const [mail] = await mailsTo(screens.shop, 'kim@example.com');
    await page.getByLabel('Verification code').fill(mail?.subject.split(' ')[0] ?? '');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Hello, Kim' }).waitFor();
    await page.getByText('No addresses yet').waitFor();
  });

  it('shows the tax of the address before it is paid, and that of another one after a change', async () => {
    const token = await screens.shop.officeToken('admin');
    const place = { rate: '0.1', country: 'US', region: 'WA' };
    const sent: [string, string, object][] = [
      ['POST', '/tax-jurisdictions/', { code: 'US-WA', name: 'Washington', ...place }],
      [
        'POST',
        '/tax-jurisdictions/',
        { code: 'US-OR', name: 'Oregon', ...place, rate: '0', region: 'OR' },
      ],
      ['PATCH', '/stores/DOWNTOWN/', { tax_sourcing: 'destination' }],
    ];
    for (const [method, path, body] of sent) {
      expect((await screens.shop.call(method, path, { token, body })).status).toBeLessThan(300);
    }
    const page = await guestWith('white-mug');
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await fillAddress(page);
    await page.getByLabel('State').selectOption('');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByText('Choose your state or province.').waitFor();
    await page.getByLabel('State').selectOption('WA');
    await page.getByText('$18.75').waitFor();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: 'Pay $18.75' }).waitFor();
    await shows(page, 'tax-by-address');
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByLabel('State').selectOption('OR');
    await page.getByText('$17.50').waitFor();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: 'Pay $17.50' }).click();
    expect(await salesOf(await orderNumber(page))).toEqual([
      { status: 'completed', total_amount: '17.50' },
    ]);
  });
});
