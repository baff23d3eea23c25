import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remindOfCarts } from '../../src/domains/storefront/alerts/remind-of-carts.js';
import { statement } from '../../src/platform/database/tx.js';
import { article } from '../storefront/checkout-support.js';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  takeScreenshot,
} from '../support/browser.js';
import { mailsTo } from '../support/mails.js';

const canRun = await browserOrSkip();
const SLOW_MS = 90_000;
const PHONE = { width: 390, height: 844 };

describe.runIf(canRun)('errands in the shop that are left half done', { timeout: SLOW_MS }, () => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens();
  });
  afterAll(() => screens?.close());

  const rows = <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    statement<Row>(screens.shop.platform.db, sql, values);

  const looksGood = async (page: Page, name: string): Promise<void> => {
    await takeScreenshot(page, `errands-${name}`);
    expect(await axeProblems(page)).toEqual([]);
    expect(
      await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
    ).toBeLessThanOrEqual(0);
  };

  const guestWith = async (slug: string, how: object = {}): Promise<Page> => {
    const path = `/app/shop/p/${slug}?store=DOWNTOWN`;
    const page = await screens.open(path, { viewport: PHONE, ...how });
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
    await fillAddress(page);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('radio', { name: 'Payment succeeds' }).waitFor();
  };

  const reminders = (email: string) =>
    rows<{ email: string; language: string }>(
      'select email, language from cart_reminders where email = $1',
      [email],
    );

  /** The mail follows three hours after the last change, so the change moves back. */
  async function linksAfterHours(email: string): Promise<{ restore: string; stop: string }> {
    await rows(
      `with mine as (
         update cart_reminders set created_at = created_at - interval '4 hours'
         where email = $1 returning cart_id)
       update carts set updated_at = updated_at - interval '4 hours'
       from mine where carts.id = mine.cart_id returning carts.id`,
      [email],
    );
    await remindOfCarts(screens.shop.platform);
    const [mail] = await mailsTo(screens.shop, email);
    const text = mail?.body_text ?? '';
    const path = (page: string) =>
      new RegExp(`/app/shop/cart/${page}\\?\\S+`).exec(text)?.[0] ?? 'missing';
    return { restore: path('restore'), stop: path('stop-reminder') };
  }

  const REMINDER = 'Send me a reminder if I leave this cart';

  it('a guest ticks the reminder, leaves, and restores the cart on another device', async () => {
    const email = 'leaver@example.com';
    const page = await guestWith('white-mug');
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    const box = page.getByLabel(REMINDER);
    expect(await box.isChecked()).toBe(false);
    await page.getByLabel('Email').fill(email);
    expect(await reminders(email)).toEqual([]);
    await box.check();
    await expect.poll(() => reminders(email)).toEqual([{ email, language: 'en' }]);
    await looksGood(page, 'reminder');
    await box.uncheck();
    await expect.poll(() => reminders(email)).toEqual([]);
    await box.check();
    await expect.poll(() => reminders(email)).toHaveLength(1);
    await page.reload();
    await page.getByLabel(REMINDER).waitFor();
    expect(await page.getByLabel(REMINDER).isChecked()).toBe(true);
    const links = await linksAfterHours(email);
    const other = await screens.open(links.restore, { viewport: PHONE });
    await looksGood(other, 'restore');
    await other.getByRole('button', { name: 'Show my cart' }).click();
    await other.getByRole('link', { name: 'White Mug' }).waitFor();
    expect(new URL(other.url()).pathname + new URL(other.url()).search).toBe('/app/shop/cart');
    const ending = await screens.open(links.stop, { viewport: PHONE });
    await ending.getByRole('button', { name: 'Withdraw consent' }).click();
    await ending.getByText('You get no more reminders.').waitFor();
    await looksGood(ending, 'withdrawn');
  });

  it('a German guest without scripts asks for it, restores the cart and withdraws the consent', async () => {
    const email = 'ohne@example.com';
    const plain = { scripts: false, locale: 'de-DE', viewport: PHONE };
    const page = await screens.open('/app/shop/p/white-mug?store=DOWNTOWN&lang=de', plain);
    await page.getByRole('button', { name: 'In den Warenkorb' }).first().click();
    await page.getByRole('link', { name: 'White Mug' }).waitFor();
    await page.getByLabel('E-Mail').fill(email);
    await page.getByLabel('Senden Sie mir eine Erinnerung').check();
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Ihre Wahl ist gespeichert.').waitFor();
    expect(await reminders(email)).toEqual([{ email, language: 'de' }]);
    const links = await linksAfterHours(email);
    const other = await screens.open(links.restore, plain);
    expect(await other.title()).toBe('Ihr gespeicherter Warenkorb · Tillhouse');
    await other.getByRole('button', { name: 'Warenkorb anzeigen' }).click();
    await other.getByRole('link', { name: 'White Mug' }).waitFor();
    const ending = await screens.open(links.stop, plain);
    await ending.getByRole('button', { name: 'Einwilligung widerrufen' }).click();
    await ending.getByText('Sie erhalten keine Erinnerungen mehr.').waitFor();
    const wrong = await screens.open('/app/shop/cart/restore?token=wrong', plain);
    await wrong.getByRole('button', { name: 'Warenkorb anzeigen' }).click();
    await wrong.getByText(/Dieser Link ist abgelaufen/).waitFor();
  });

  it('a second tab pays no more than it shows, and says that the first has paid', async () => {
    const page = await guestWith('white-mug');
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await toPayment(page);
    await page.getByRole('button', { name: 'Pay $18.53' }).waitFor();
    const context = page.context();
    const tab = await screens.open('/app/shop/p/black-mug?store=DOWNTOWN', { context });
    await tab.getByRole('button', { name: 'Add to cart' }).click();
    await tab.getByRole('link', { name: 'Go to checkout' }).click();
    await page.getByRole('button', { name: 'Pay $18.53' }).click();
    await page.getByText(/The price has changed|changed from/i).waitFor();
    const [none] = await rows<{ n: number }>(
      `select count(*)::int as n from transactions where customer_email = 'guest@example.com'`,
    );
    expect(none?.n).toBe(0);
    await toPayment(tab);
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.getByRole('heading', { name: 'Thank you for your order!' }).waitFor();
    const number = await page.getByText(/^TXN-/).innerText();
    await tab.getByRole('button', { name: /^Pay / }).click();
    await tab.getByText(`Order ${number} was placed in another window.`).waitFor();
    await looksGood(tab, 'other-tab');
    const [all] = await rows<{ n: number }>(
      `select count(*)::int as n from transactions where customer_email = 'guest@example.com'`,
    );
    expect(all?.n).toBe(1);
  });

  it('a code that ended and goods that were sold meanwhile are named with a way to the cart', async () => {
    const token = await screens.shop.officeToken('admin');
    const post = async (path: string, body: object) => {
      const reply = await screens.shop.call('POST', path, { token, body });
      expect(reply.status).toBe(201);
      return reply.body;
    };
    const promotion = await post('/promotions/', {
      name: 'A fifth off',
      kind: 'percentage',
      value: '20',
      requires_code: true,
    });
    const code = await post('/promo-codes/', { code: 'FIFTH', promotion_id: promotion.id });
    await article(screens.shop, 'RARE-VASE', { price: '30.00', stock: 1 });
    const page = await guestWith('rare-vase');
    await page.getByLabel('Promo code').fill('FIFTH');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('-$6.00').waitFor();
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await toPayment(page);
    await rows('update promo_codes set is_active = false where id = $1 returning id', [code.id]);
    await rows('update reference_version set version = version + 1 returning version');
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.getByText(/The promo code in your cart is no longer valid/).waitFor();
    await looksGood(page, 'code-ended');
    await page.getByRole('alert').getByRole('link', { name: 'Edit cart' }).click();
    await page.getByRole('button', { name: 'Remove promo code' }).click();
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('radio', { name: 'Payment succeeds' }).waitFor();
    await rows(
      `update inventory_levels set reserved = on_hand
       where variant_id = (select id from product_variants where sku = 'RARE-VASE')
       returning variant_id`,
    );
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.getByText('RARE-VASE is sold out.').waitFor();
    await page.getByRole('alert').getByRole('link', { name: 'Edit cart' }).waitFor();
    const [sold] = await rows<{ n: number }>(
      `select count(*)::int as n from transaction_lines where sku = 'RARE-VASE'`,
    );
    expect(sold?.n).toBe(0);
  });

  it('a buyer of digital goods names the country that decides the tax, and changes it', async () => {
    const token = await screens.shop.officeToken('admin');
    const sent: [string, string, object][] = [
      ['POST', '/tax-jurisdictions/', { code: 'FR', name: 'France', rate: '0.2', country: 'FR' }],
      ['PATCH', '/stores/DOWNTOWN/', { tax_sourcing: 'destination' }],
    ];
    for (const [method, path, body] of sent) {
      expect((await screens.shop.call(method, path, { token, body })).status).toBeLessThan(300);
    }
    await article(screens.shop, 'PATTERN', { price: '10.00', stock: 0, digital: true });
    const page = await guestWith('pattern');
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill('reader@example.com');
    await page.getByRole('combobox', { name: 'Country' }).selectOption('US');
    await page.getByText('$10.83').waitFor();
    await page.getByRole('combobox', { name: 'Country' }).selectOption('FR');
    await page.getByText('$12.00').waitFor();
    await looksGood(page, 'tax-place');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: 'Pay $12.00' }).click();
    await page.getByRole('heading', { name: 'Thank you for your order!' }).waitFor();
    const number = await page.getByText(/^TXN-/).innerText();
    expect(
      await rows(
        `select total_amount, tax_amount, tax_destination ->> 'country' as country
         from transactions where transaction_number = $1`,
        [number],
      ),
    ).toEqual([{ total_amount: '12.00', tax_amount: '2.00', country: 'FR' }]);
  });
});
