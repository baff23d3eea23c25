import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { browserOrSkip, openScreens, type Screens } from '../support/browser.js';
import { checkDesk, type Desk, openDesk } from '../support/desk.js';
import { layoutProblems } from '../support/layout.js';
import { createMailbox } from '../support/mailbox.js';
import { type Counter, counterOf } from '../transactions/support.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('the page of mails', () => {
  const mailbox = createMailbox();
  let screens: Screens;
  let counter: Counter;
  let desk: Desk;
  beforeAll(async () => {
    const port = await mailbox.listen();
    screens = await openScreens({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
    counter = counterOf(screens.shop);
    desk = await openDesk(screens);
  });
  afterAll(async () => {
    await screens?.close();
    await mailbox.close();
  });

  it('opens from the history of a sale, shows a receipt and sends it again', async () => {
    const number = await counter.sold({ payment_method_id: 'cash' });
    const token = await screens.shop.officeToken();
    const body = { email: 'kim@example.com' };
    const path = `/transactions/${number}/receipt/email/`;
    expect((await screens.shop.call('POST', path, { token, body })).status).toBeLessThan(300);
    await expect.poll(() => mailbox.mails.length, { timeout: 60_000 }).toBe(1);

    const page = await desk.at(`/transactions/${number}`);
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('link', { name: 'Mail: Receipt by mail' }).click();
    const drawer = page.getByRole('dialog', { name: /^Your receipt from Tillhouse Downtown/ });
    await drawer.getByText('kim@example.com').waitFor();
    const frame = drawer.frameLocator('iframe[title="As HTML"]');
    await frame.getByText('White Mug').first().waitFor();
    expect(await drawer.locator('iframe').getAttribute('sandbox')).toBe('');
    await checkDesk(page, 'mail');
    expect(await layoutProblems(page, 'mail', { axe: false })).toEqual([]);
    await drawer.getByRole('tab', { name: 'As plain text' }).click();
    await drawer.locator('pre', { hasText: number }).waitFor();

    await drawer.getByRole('button', { name: 'Send again' }).click();
    const question = page.getByRole('dialog', { name: 'Send this mail again?' });
    await question.getByText('It goes to kim@example.com once more.').waitFor();
    await question.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('The mail is sent again').waitFor();
    await expect.poll(() => mailbox.mails.length, { timeout: 60_000 }).toBe(2);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.getByRole('row', { name: /Receipt by mail.*kim@example.com/ }).count())
      .toBe(2);
  });

  it('finds mails by kind, state and address', async () => {
    await statement(
      screens.shop.platform.db,
      `insert into mails (id, purpose, recipient, subject, body_text, parked_at, error, attempts, store_id)
       select gen_random_uuid(), 'quote', 'ada@example.com', 'Quote Q-1', 'Hello', now(),
         '451 try later', 12, id from stores where code = 'DOWNTOWN'`,
    );
    const page = await desk.at('/mails');
    const rows = page.getByRole('table', { name: 'Mails' }).locator('tbody tr');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await expect.poll(() => rows.count()).toBe(1);
    await checkDesk(page, 'mails');
    await rows.first().getByRole('button').click();
    const drawer = page.getByRole('dialog', { name: 'Quote Q-1' });
    await drawer.getByText('451 try later').waitFor();
    await drawer.getByText('Only mails about a sale can be sent again.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Mail address').fill('nobody@');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('No mails found').waitFor();
    await page.getByLabel('Mail address').fill('ADA@');
    await page.getByRole('button', { name: 'Apply' }).click();
    await rows.first().getByText('ada@example.com').waitFor();
  });
});
