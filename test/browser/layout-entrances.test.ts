import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { de as displayDe } from '../../web/display/texts/de.js';
import { en as displayEn } from '../../web/display/texts/en.js';
import { de as registerDe } from '../../web/register/texts/de.js';
import { en as registerEn } from '../../web/register/texts/en.js';
import { browserOrSkip, openScreens, type Screens } from '../support/browser.js';
import { isAxeEverywhere, layoutProblems } from '../support/layout.js';
import { counterOf } from '../transactions/support.js';

const canRun = await browserOrSkip();
const VIEWPORT = { width: 1440, height: 900 };

const LANGUAGES = [
  { code: 'en', locale: 'en-US', register: registerEn, display: displayEn },
  { code: 'de', locale: 'de-DE', register: registerDe, display: displayDe },
] as const;
const hasAxe = (code: string): boolean => code === 'en' || isAxeEverywhere;

const LINES = [
  { name: 'Handmade stoneware mug with a lid, white', quantity: '12', amount: '1150.00' },
  { name: 'Coffee', quantity: '0.250', amount: '4.50', saved: '0.50' },
];
const SUMS = { total: '1249.71', saved: '0.50', due: '1249.71' };
const STEPS = [
  { step: 'basket', lines: LINES, ...SUMS },
  { step: 'payment', lines: LINES, ...SUMS, due: '249.71' },
  { step: 'paid', lines: LINES, ...SUMS, change: '1000.29' },
] as const;
describe.runIf(canRun)('at every width and in both languages, no text is clipped and axe', () => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens();
  });
  afterAll(() => screens?.close());

  it.each(LANGUAGES)('finds nothing where people sign in ($code)', async language => {
    const { code, locale, register } = language;
    const kept = { 'tillhouse.language': code };
    const problems: string[] = [];
    const page = await screens.open('/app/desk/', { viewport: VIEWPORT, locale, kept });
    const look = async (name: string): Promise<void> => {
      const how = { axe: hasAxe(code), part: 'html' };
      problems.push(...(await layoutProblems(page, `${code} ${name}`, how)));
    };
    await page.getByRole('textbox').first().fill('manager');
    await page.locator('input[type="password"]').fill('wrong');
    await look('desk');
    await page.locator('button[type="submit"]').click();
    await page.getByRole('alert').waitFor();
    await look('desk, refused');
    for (const path of ['forgot-password', 'reset-password', 'reset-password#a-token']) {
      await page.goto('about:blank');
      await page.goto(`${screens.url}/app/desk/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await look(path);
    }
    await page.goto(`${screens.url}/app/register/`);
    await page.getByLabel(register['login.terminal'], { exact: true }).fill('T-001');
    await page.getByLabel(register['login.employee']).fill('EMP001');
    await page.getByLabel(register['login.pin']).fill('9999');
    await look('register');
    await page.locator('button[type="submit"]').click();
    await page.getByText(register['login.wrong']).waitFor();
    await look('register, refused');
    await page.goto(`${screens.url}/app/register/#pair=ABCD2345`);
    await page.reload();
    await page.locator('button[type="submit"]').waitFor();
    await look('register, pairing');
    expect(problems).toEqual([]);
  });

  it.each(LANGUAGES)('finds nothing on the customer display ($code)', async language => {
    const { code, locale, display } = language;
    const { shop } = screens;
    const token = await shop.tillToken();
    const show = (body: object) => shop.call('PUT', '/pos/displays/basket/', { token, body });
    const admin = await shop.officeToken('admin');
    await shop.call('PATCH', '/stores/DOWNTOWN/', { token: admin, body: { language: code } });
    await show({ step: 'idle', lines: [] });
    const transaction_id = await counterOf(shop).sold({ payment_method_id: 'cash' });
    const problems: string[] = [];
    const page = await screens.open('/app/display/', { viewport: VIEWPORT, locale });
    const look = async (name: string): Promise<void> => {
      const how = { axe: hasAxe(code), part: 'html' };
      problems.push(...(await layoutProblems(page, `${code} ${name}`, how)));
    };
    await page.getByText(/^\w{4}-\w{4}$/).waitFor();
    await look('code');
    const shown = await page.getByTestId('code').innerText();
    await shop.call('POST', '/pos/displays/pair/', { token, body: { code: shown } });
    await page.getByTestId('idle').waitFor();
    await page.locator(`html[lang="${code}"]`).waitFor();
    await look('idle');
    for (const step of STEPS) {
      const basket = { ...step, ...(step.step === 'paid' && { transaction_id }) };
      expect((await show(basket)).status).toBe(204);
      const shows = {
        basket: page.getByTestId('total'),
        payment: page.getByText(display['sale.pay']),
        paid: page.getByTestId('paid'),
      };
      await shows[step.step].waitFor();
      await look(step.step);
    }
    expect(problems).toEqual([]);
  });
});
