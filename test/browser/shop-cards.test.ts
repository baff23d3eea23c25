import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { startPaypalDouble } from '../payments/doubles/paypal.js';
import { startSquareDouble } from '../payments/doubles/square.js';
import { startStripeDouble } from '../payments/doubles/stripe.js';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  screenshotBothSchemes,
} from '../support/browser.js';
import { freePort } from '../support/free-port.js';
import { servePaypal } from '../support/paypal-page.js';
import { serveSquare } from '../support/square-page.js';
import { serveStripe } from '../support/stripe-page.js';

const canRun = await browserOrSkip();
const SLOW_MS = 90_000;

/** The scripts of Stripe and Square are stand-ins with the documented calls; their APIs are the doubles of the adapters' tests. */
describe.runIf(canRun)('the web shop with a card processor', { timeout: SLOW_MS }, () => {
  let screens: Screens;
  let vendor: Awaited<ReturnType<typeof startStripeDouble>>;
  let square: Awaited<ReturnType<typeof startSquareDouble>>;
  let paypal: Awaited<ReturnType<typeof startPaypalDouble>>;
  beforeAll(async () => {
    vendor = await startStripeDouble();
    square = await startSquareDouble();
    paypal = await startPaypalDouble();
    // PayPal sends the shopper back to the public address.
    screens = await openScreens({
      localPort: await freePort(),
      env: {
        PRIMARY_API_KEY: 'sk_test_key',
        PRIMARY_API_BASE: vendor.url,
        PRIMARY_PUBLISHABLE_KEY: 'pk_test_key',
        SQUARE_ACCESS_TOKEN: 'sq-token',
        SQUARE_API_BASE: square.url,
        SQUARE_APPLICATION_ID: 'sandbox-sq0idb-test',
        SQUARE_LOCATION_ID: 'L1',
        PAYPAL_CLIENT_ID: 'client',
        PAYPAL_CLIENT_SECRET: 'secret',
        PAYPAL_API_BASE: paypal.url,
      },
    });
  });
  afterAll(async () => {
    await screens.close();
    await vendor.close();
    await square.close();
    await paypal.close();
  });

  const errors: string[] = [];
  /** A guest at the payment step. Requests to another host are expected here. */
  const atPayment = async (serve: (page: Page) => Promise<string[]>) => {
    const page = await screens.open('/app/shop/p/white-mug?store=DOWNTOWN', { provokes: true });
    page.on('console', message => {
      const isFailure = /^Failed to load resource/.test(message.text());
      if (message.type() === 'error' && !isFailure) errors.push(message.text());
    });
    const asked = await serve(page);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await page.getByLabel('Email').fill('guest@example.com');
    await page.getByLabel('First name').fill('Robin');
    await page.getByLabel('Last name').fill('Guest');
    await page.getByLabel('Street address').fill('12 Main Street');
    await page.getByLabel('City').fill('New York');
    await page.getByLabel('State').selectOption('NY');
    await page.getByLabel('ZIP code').fill('10001');
    expect(asked).toEqual([]);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    return page;
  };

  const placedOrders = (page: Page) =>
    page
      .getByText(/^TXN-/)
      .innerText()
      .then(number =>
        statement(
          screens.shop.platform.db,
          `select t.status, t.total_amount, p.card_last_four
           from transactions t join payments p on p.transaction_id = t.id
           where t.transaction_number = $1 and p.status = 'succeeded'`,
          [number],
        ),
      );

  it('takes the card in the frame of Stripe, shows a decline, and asks the bank', async () => {
    const page = await atPayment(tab => serveStripe(tab, { hasWallet: false }));
    const number = page.frameLocator('iframe[title^="Secure"]').getByLabel('Card number');
    const pay = page.getByRole('button', { name: 'Pay $18.53' });
    await number.fill('4000');
    await pay.click();
    await page.frameLocator('iframe[title^="Secure"]').getByText('incomplete').waitFor();
    expect(await page.getByText(/Test card|demo store/).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Google Pay' }).isVisible()).toBe(false);
    await number.fill('4000000000009995');
    await pay.click();
    await page.getByText(/Your card has insufficient funds/).waitFor();
    await number.fill('4000002500003155');
    const answered = page.waitForResponse(/checkout\/complete/);
    await pay.click();
    const { payment_intent_id: intentId } = await (await answered).json();
    const complete = page.getByRole('button', { name: 'Complete authentication' });
    await complete.waitFor();
    await page.reload();
    await complete.waitFor();
    // Without the bank's answer the payment stays open, and the shopper can ask again.
    await complete.click();
    await page.getByText('Your bank has not confirmed the payment yet.').waitFor();
    await page.getByRole('button', { name: 'Ask my bank again' }).click();
    await complete.waitFor();
    vendor.challenge(intentId);
    await complete.click();
    await page.getByRole('heading', { name: 'Thank you for your order!' }).waitFor();
    expect(await placedOrders(page)).toEqual([
      { status: 'completed', total_amount: '18.53', card_last_four: '3155' },
    ]);
    expect(vendor.charged().at(-1)).toBe(1853);
    expect(errors).toEqual([]);
  });

  it('pays with a wallet that the browser has', async () => {
    const page = await atPayment(tab => serveStripe(tab, { hasWallet: true }));
    await page.getByRole('button', { name: 'Google Pay' }).click();
    await page.getByRole('heading', { name: 'Thank you for your order!' }).waitFor();
    expect(await placedOrders(page)).toMatchObject([
      { status: 'completed', card_last_four: '4242' },
    ]);
    const calls = await page.evaluate('stripeCalls');
    expect(calls).toEqual(
      expect.arrayContaining([
        ['Stripe', 'pk_test_key'],
        ['elements', 1853, 'usd', 'en', 'stripe'],
      ]),
    );
    expect(errors).toEqual([]);
  });

  it('takes the card in the frame of Square if Stripe takes none', async () => {
    const { db } = screens.shop.platform;
    await statement(db, "update payment_methods set is_active = false where code = 'card'");
    const page = await atPayment(tab => serveSquare(tab));
    const fields = page.frameLocator('iframe[title="Secure card form"]');
    const number = fields.getByLabel('Card number');
    const pay = page.getByRole('button', { name: 'Pay $18.53' });
    await number.fill('4000');
    await pay.click();
    await fields.getByText('Enter a valid card number.').waitFor();
    await number.fill('4000000000009995');
    await pay.click();
    await page.getByText(/Your card has insufficient funds/).waitFor();
    await number.fill('4111111111111111');
    await pay.click();
    await page.getByRole('heading', { name: 'Thank you for your order!' }).waitFor();
    expect(await placedOrders(page)).toEqual([
      { status: 'completed', total_amount: '18.53', card_last_four: '1111' },
    ]);
    expect(square.charged()).toEqual([1853]);
    const calls = await page.evaluate<unknown[][]>('squareCalls');
    expect(calls.slice(0, 2)).toEqual([
      ['payments', 'sandbox-sq0idb-test', 'L1'],
      ['setLocale', 'en-US'],
    ]);
    expect(await page.getByRole('button', { name: /Pay$/ }).count()).toBe(0);
    expect(calls.at(-1)?.[1]).toMatchObject({
      amount: '18.53',
      currencyCode: 'USD',
      intent: 'CHARGE',
      billingContact: { givenName: 'Robin', email: 'guest@example.com', countryCode: 'US' },
    });
    expect(errors).toEqual([]);
  });

  it('takes the wallets of Square where the browser has them', async () => {
    const { db } = screens.shop.platform;
    await statement(db, "update payment_methods set is_active = false where code = 'card'");
    const page = await atPayment(tab => serveSquare(tab, ['applePay', 'googlePay']));
    const google = page.getByRole('button', { name: 'Google Pay' });
    // The shopper closes the sheet: nothing is paid, and the page still offers everything.
    await page.evaluate('window.closesSheet = true');
    await google.click();
    const pay = page.getByRole('button', { name: 'Pay $18.53' });
    await expect.poll(() => pay.isEnabled()).toBe(true);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.evaluate('window.closesSheet = false');
    await page.getByRole('button', { name: 'Apple Pay' }).click();
    await page.getByRole('heading', { name: 'Thank you for your order!' }).waitFor();
    expect(await placedOrders(page)).toEqual([
      { status: 'completed', total_amount: '18.53', card_last_four: '5454' },
    ]);
    expect(square.charged().at(-1)).toBe(1853);
    const calls = await page.evaluate<unknown[][]>('squareCalls');
    expect(calls.find(([name]) => name === 'paymentRequest')?.[1]).toEqual({
      countryCode: 'US',
      currencyCode: 'USD',
      total: { amount: '18.53', label: 'Tillhouse Downtown' },
    });
    expect(calls.filter(([name]) => name === 'googlePay' || name === 'applePay')).toEqual([
      ['googlePay', 'Cancel'],
      ['applePay', 'OK'],
    ]);
    expect(errors).toEqual([]);
  });

  it('sends the shopper to the page of PayPal and takes the order on the way back', async () => {
    const admin = await screens.shop.officeToken('admin');
    const method = {
      code: 'paypal',
      name: 'PayPal',
      method_type: 'card',
      processor_type: 'paypal',
      is_online_available: true,
    };
    await screens.shop.call('POST', '/payment-methods/', { token: admin, body: method });
    const page = await atPayment(tab => servePaypal(tab, paypal));
    const byPaypal = page.getByRole('radio', { name: 'PayPal' });
    const pay = page.getByRole('button', { name: 'Pay $18.53' });
    await byPaypal.click();
    expect(await page.locator('iframe').count()).toBe(0);
    await screenshotBothSchemes(page, 'shop-paypal');
    await pay.click();
    // Cancelled there: nothing is charged, and every method is offered again.
    await page.getByRole('link', { name: 'Cancel and return' }).click();
    await page.getByText('You cancelled the payment. Nothing was charged.').waitFor();
    await byPaypal.click();
    await pay.click();
    const payNow = page.getByRole('link', { name: 'Pay now' });
    await payNow.waitFor();
    // Back by the browser's button: the shopper chooses, and may go on.
    await page.goBack();
    await page.getByText('The payment is not approved yet.').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await screenshotBothSchemes(page, 'shop-paypal-open');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Approve payment' }).click();
    await payNow.click();
    await page.getByRole('heading', { name: 'Thank you for your order!' }).waitFor();
    expect(await placedOrders(page)).toEqual([
      { status: 'completed', total_amount: '18.53', card_last_four: null },
    ]);
    expect(paypal.charged()).toEqual([1853]);
    expect(errors).toEqual([]);
  });
});
