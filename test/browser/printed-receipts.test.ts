import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatMoney } from '../../src/platform/money.js';
import { photo, upload } from '../media/support.js';
import { complete, initiate, shopper } from '../storefront/checkout-support.js';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { type Desk, openDesk } from '../support/desk.js';
import { PAPERS, type Paper, pdfReaderOrSkip, print } from '../support/pdf.js';
import { logInAtTill } from '../support/till.js';
import { basket, type Counter, counterOf } from '../transactions/support.js';

const canRun = (await browserOrSkip()) && (await pdfReaderOrSkip());

const PAPER_NAMES = Object.keys(PAPERS) as Paper[];
/** Thirty articles at 1.01, 1.02, …: every line has its own amount. */
const ARTICLES = Array.from({ length: 30 }, (_, index) => ({
  sku: `PRINT-${index + 1}`,
  name: `Size ${index + 1}`,
  price: formatMoney(101 + index, 'USD'),
}));
const SUBTOTAL = '34.65';
const LOGO_WIDTH = `document.querySelector('[data-testid="receipt"] img').naturalWidth`;

describe.runIf(canRun)('a printed receipt', () => {
  let screens: Screens;
  let counter: Counter;
  let desk: Desk;
  let sale: string;
  /** The page of the service on each paper. */
  const expected = new Map<Paper, string>();

  beforeAll(async () => {
    screens = await openScreens();
    counter = counterOf(screens.shop);
    const token = await screens.shop.officeToken();
    const post = (url: string, body: object) => screens.shop.call('POST', url, { token, body });
    const made = await post('/products/', {
      name: 'Harbour Print',
      variants: ARTICLES.map((article, index) => ({ ...article, sort_order: index })),
    });
    expect(made.status).toBe(201);
    for (const { sku } of ARTICLES) {
      await post('/inventory-levels/', { store: 'DOWNTOWN', sku, on_hand: 50 });
    }
    sale = await counter.sold({ payment_method_id: 'cash' }, basket(ARTICLES, '0.00'));
    const logo = (await upload(screens.shop, token, await photo(400, 200))).body.id;
    const body = { receipt_logo_id: logo };
    expect((await screens.shop.call('PATCH', '/stores/DOWNTOWN/', { token, body })).status).toBe(
      200,
    );
    desk = await openDesk(screens);
  });
  afterAll(() => screens.close());

  /** Thirty articles with their prices, and the total. */
  const expectAll = (lines: readonly string[]): void => {
    for (const { name, price } of ARTICLES) {
      const at = lines.indexOf(`Harbour Print, ${name} ${price}`);
      expect([name, lines[at + 1]]).toEqual([name, `1 × ${price}`]);
    }
    expect(lines).toContain(`Subtotal ${SUBTOTAL}`);
    expect(lines).toContain(`Total USD ${SUBTOTAL}`);
  };

  /** The paper shows the receipt, all of it with logo, barcode and QR code, and nothing else. */
  const expectReceipt = async (page: Page): Promise<void> => {
    const receipt = page.getByTestId('receipt');
    await receipt.locator('img').waitFor();
    expect(await receipt.locator('svg').count()).toBe(2);
    const logoWidth = () => page.evaluate<number>(LOGO_WIDTH);
    await expect.poll(logoWidth).toBeGreaterThan(0);
    for (const paper of PAPER_NAMES) {
      const { lines, cut } = await print(page, paper);
      expectAll(lines);
      expect({ paper, cut, words: lines.join(' ') }).toEqual({
        paper,
        cut: [],
        words: expected.get(paper),
      });
    }
  };

  it('of the service as a web page has all lines and the total', async () => {
    const page = await screens.open('/health/');
    await page.setExtraHTTPHeaders({ authorization: `Bearer ${await screens.shop.officeToken()}` });
    await page.goto(`${screens.url}/transactions/${sale}/receipt/`);
    for (const paper of PAPER_NAMES) {
      const { lines, cut } = await print(page, paper);
      expect(cut).toEqual([]);
      expectAll(lines);
      expected.set(paper, lines.join(' '));
    }
  });

  it('of the register has all lines and the total, for a present without prices', async () => {
    const page = await logInAtTill(screens, 'EMP001', 'T-061');
    await page.getByLabel('Menu').click();
    await page.getByRole('menuitem', { name: 'Receipt' }).click();
    await page.getByPlaceholder('TXN-…').fill(sale);
    await page.getByRole('button', { name: 'Show receipt' }).click();
    await expectReceipt(page);
    await page.getByText('Gift receipt', { exact: true }).click();
    await page.getByTestId('receipt').getByText('Gift receipt').waitFor();
    const { lines } = await print(page, '80 mm');
    expect(lines).toContain('Harbour Print, Size 7');
    expect(lines.filter(line => /\d\.\d\d/.test(line))).toEqual([]);
  });

  it('of the desk has all lines and the total', async () => {
    const page = await desk.at(`/transactions/${sale}`);
    await page.getByRole('tab', { name: 'Receipt' }).click();
    await expectReceipt(page);
  });

  it('of a web order has all lines and the total', async () => {
    const visit = await shopper(
      screens.shop,
      ARTICLES.map(({ sku }) => [sku, 2]),
    );
    const { checkout } = (await initiate(screens.shop, visit)).body;
    const placed = await complete(screens.shop, visit, checkout.id);
    expect(placed.status).toBe(200);
    const page = await screens.open(`/app/shop/order#${placed.body.receipt_token}`);
    await page.getByRole('heading', { name: `Order ${placed.body.transaction_id}` }).waitFor();
    for (const paper of PAPER_NAMES) {
      const { text, cut } = await print(page, paper);
      expect(cut).toEqual([]);
      for (const { name, price } of ARTICLES) {
        expect(text).toContain(
          `Harbour Print, ${name} × 2 $${formatMoney(2 * cents(price), 'USD')}`,
        );
      }
      expect(text).toContain(`Total $${placed.body.total_amount}`);
    }
  });
});

const cents = (price: string): number => Math.round(Number(price) * 100);
