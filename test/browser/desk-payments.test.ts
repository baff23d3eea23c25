import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payByCard } from '../payments/support.js';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { checkDesk, type Desk, openDesk } from '../support/desk.js';
import { type Counter, counterOf } from '../transactions/support.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('payments at the manager desk', () => {
  let screens: Screens;
  let counter: Counter;
  let desk: Desk;
  let token: string;

  beforeAll(async () => {
    screens = await openScreens();
    counter = counterOf(screens.shop);
    desk = await openDesk(screens);
    token = await screens.shop.officeToken();
  });
  afterAll(() => screens?.close());

  const read = async (path: string) => (await screens.shop.call('GET', path, { token })).body;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const paymentOf = async (sale: string): Promise<string> =>
    (await counter.payments(sale))[0]?.id ?? '';

  it('accepts a card payment without proof, with a note', async () => {
    const sale = await counter.sold({ payment_method_id: 'card' });
    const page = await desk.at('/payment-review');
    await page.getByRole('row', { name: new RegExp(sale) }).waitFor();
    await page.getByText('No processor ID and no slip number').first().waitFor();
    await button(page, `Decide: ${sale}`).click();
    await page.getByLabel('Note').fill('Slip 4711 in the journal');
    await checkDesk(page, 'payment-decision');
    await button(page, 'Accept').click();
    await page.getByText('Payment accepted').waitFor();
    await page.getByRole('row', { name: new RegExp(sale) }).waitFor({ state: 'detached' });
    const { decisions } = await read(`/payments/${await paymentOf(sale)}/review/`);
    expect(decisions).toMatchObject([{ decision: 'accept', note: 'Slip 4711 in the journal' }]);
    await checkDesk(page, 'payment-review');
  });

  it('corrects a payment only if the processor confirms it', async () => {
    const sale = await counter.sold({ payment_method_id: 'card' });
    const page = await desk.at('/payment-review');
    await button(page, `Decide: ${sale}`).click();
    await page.getByText('Correct', { exact: true }).click();
    await page.getByLabel('Processor ID').fill('pi_unknown');
    await page.getByLabel('Note').fill('From the dashboard');
    await button(page, 'Correct').click();
    await page.getByText('The processor has no payment with this id.').waitFor();
    const charge = await counter.charge('13.53');
    await page.getByLabel('Processor ID').fill(charge);
    await button(page, 'Correct').click();
    await page.getByText('Payment corrected').waitFor();
    expect(await read(`/payments/${await paymentOf(sale)}/`)).toMatchObject({
      verification: 'verified',
      processor_transaction_id: charge,
    });
  });

  it('uploads a settlement file and shows what does not fit', async () => {
    const [paid, cheaper] = [await payByCard(screens.shop), await payByCard(screens.shop)];
    const today = new Date().toISOString().slice(0, 10);
    const content = `date,processor_transaction_id,type,gross,fee,net,currency,payout_id
${today},${paid.processor_transaction_id},charge,100.00,2.00,98.00,USD,po_1
${today},${cheaper.processor_transaction_id},charge,99.00,2.00,97.00,USD,po_1
`;
    const page = await desk.at('/settlements');
    const choose = async (text: string): Promise<void> => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByLabel('CSV file').click();
      const file = { name: 'payout.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      await (await chooser).setFiles(file);
    };
    await button(page, 'Upload file').click();
    const dialog = page.getByRole('dialog');
    await choose(content.replace('99.00', 'much'));
    await dialog.getByRole('button', { name: 'Upload file' }).click();
    await page.getByText('Line 3: check “gross”.').waitFor();
    expect(await read('/payments/settlements/')).toEqual([]);
    await choose(content);
    await dialog.getByRole('button', { name: 'Upload file' }).click();
    await page.getByText('File matched').waitFor();
    await page.getByRole('row', { name: /Other amount.*\$99\.00.*\$100\.00/ }).waitFor();
    await checkDesk(page, 'settlement');
    const [settlement] = await read('/payments/settlements/');
    expect(settlement).toMatchObject({ file_name: 'payout.csv', matched: 1, amount_differs: 1 });
    expect((await read(`/payments/${paid.id}/`)).settlement).toBe(settlement.id);
  });

  it('speaks German', async () => {
    const page = await desk.at('/settlements');
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { level: 1, name: 'Abrechnungen' }).waitFor();
    await page.getByRole('link', { name: 'Zahlungsprüfung' }).click();
    await page.getByRole('heading', { level: 1, name: 'Zahlungsprüfung' }).waitFor();
    await page.getByText('Kartenzahlungen, die niemand bestätigt hat').waitFor();
  });
});
