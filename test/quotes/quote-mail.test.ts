import { afterAll, beforeAll, expect, it } from 'vitest';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { mailQueue } from '../../src/platform/mail/deliver-mails.js';
import { eraseMails } from '../../src/platform/mail/repository.js';
import { drainQueue } from '../../src/platform/work/queues/run-queue.js';
import { createMailbox } from '../support/mailbox.js';
import { openShop, type Shop } from '../support/service.js';

const mailbox = createMailbox();
let shop: Shop;
beforeAll(async () => {
  const port = await mailbox.listen();
  shop = await openShop({ background: false, env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
});
afterAll(async () => {
  await shop.close();
  await mailbox.close();
});

const drain = () => drainQueue(shop.platform, mailQueue);
const kept = () =>
  statement<{ name: string | null; bytes: number | null }>(
    shop.platform.db,
    `select attachment_name as name, octet_length(attachment) as bytes from mails
     where purpose = 'quote' order by id`,
  );
/** Makes a quote and queues its mail; returns its number and its PDF. */
const quoted = async (email: string) => {
  const token = await shop.officeToken();
  const body = { store: 'DOWNTOWN', line_items: [{ sku: 'MUG-WHITE', quantity: 2 }], email };
  const made = (await shop.call('POST', '/quotes/', { token, body })).body;
  expect((await shop.call('POST', `/quotes/${made.id}/send/`, { token, body: {} })).status).toBe(
    202,
  );
  return made.number as string;
};
/** The file of a mail, decoded. */
const fileIn = (mail: string): { name: string; content: Buffer } => {
  const part = mail.slice(mail.indexOf('Content-Disposition: attachment'));
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const base64 = rest.join('').split('\r\n--')[0] ?? '';
  return {
    name: /filename="?([^"\r\n]+)"?/.exec(head)?.[1] ?? '',
    content: Buffer.from(base64.replaceAll(/\s/g, ''), 'base64'),
  };
};

it('the mail of a quote carries its PDF, also at the second attempt', async () => {
  const number = await quoted('ada@quote.test');
  mailbox.replies.recipient = '451 later';
  await drain();
  const [waiting] = await kept();
  expect(waiting).toMatchObject({ name: `${number}.pdf`, bytes: expect.any(Number) });
  mailbox.replies.recipient = undefined;
  await statement(shop.platform.db, 'update mails set due_at = now(), lease_until = null');
  expect(await drain()).toBe(1);
  const [mail = ''] = mailbox.mails;
  const { name, content } = fileIn(mail);
  expect([name, content.length]).toEqual([`${number}.pdf`, waiting?.bytes]);
  expect(content.subarray(0, 5).toString()).toBe('%PDF-');
  expect(content.subarray(-6).toString().trim()).toBe('%%EOF');
  // The file is not kept after it was sent.
  expect(await kept()).toEqual([{ name: `${number}.pdf`, bytes: null }]);
});

it('the PDF of an erased address is gone, and nothing is sent', async () => {
  await quoted('grace@quote.test');
  mailbox.mails.length = 0;
  await atomically(shop.platform.db, tx => eraseMails(tx, ['grace@quote.test']));
  expect(await drain()).toBe(0);
  expect(mailbox.mails).toEqual([]);
  expect((await kept()).at(-1)).toEqual({ name: null, bytes: null });
});
