import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { createLog } from '../../src/platform/log.js';
import { mailQueue } from '../../src/platform/mail/deliver-mails.js';
import { queueMail } from '../../src/platform/mail/queue-mail.js';
import type { Platform } from '../../src/platform/platform.js';
import { drainQueue } from '../../src/platform/work/queues/run-queue.js';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false });
});
afterAll(() => shop.close());

const post = (subject: string, platform: Platform = shop.platform): Promise<string> =>
  atomically(platform.db, tx =>
    queueMail(tx, platform, {
      to: 'kim@example.com',
      subject,
      text: 'Hello Kim',
      purpose: 'greeting',
    }),
  );

describe('without a mail server', () => {
  const postAndLog = async (subject: string, production: boolean) => {
    const lines: object[] = [];
    const log = createLog('info', { write: line => void lines.push(JSON.parse(line)) });
    const config = { ...shop.platform.config, production };
    return { id: await post(subject, { ...shop.platform, config, log }), lines };
  };

  it('logs a mail', async () => {
    const { id, lines } = await postAndLog('123456 is your code', false);
    expect(lines).toEqual([
      {
        level: 30,
        time: expect.any(String),
        mail: id,
        purpose: 'greeting',
        to: 'kim@example.com',
        subject: '123456 is your code',
        text: 'Hello Kim',
        msg: 'mail kept in the database: no SMTP_URL',
      },
    ]);
  });

  it('logs only the existence of a mail in production', async () => {
    const { lines } = await postAndLog('654321 is your code', true);
    expect(Object.keys(lines[0] ?? {})).toEqual(['level', 'time', 'mail', 'purpose', 'msg']);
  });

  it('leaves a mail out of the queue, and writes no job', async () => {
    const id = await post('kept');
    expect(await drainQueue(shop.platform, mailQueue)).toBe(0);
    const { db } = shop.platform;
    expect(await statement(db, 'select due_at, sent_at from mails where id = $1', [id])).toEqual([
      { due_at: null, sent_at: null },
    ]);
    expect(await statement(db, 'select id from graphile_worker.jobs')).toEqual([]);
  });
});

it('lists the newest mails page by page', async () => {
  for (const subject of ['one', 'two', 'three']) await post(subject);
  const token = await shop.officeToken('admin');
  const subjects: string[] = [];
  let path = '/ops/mails/?limit=2';
  while (subjects.length < 3) {
    const { body, headers } = await shop.call('GET', path, { token });
    subjects.push(...body.map((mail: { subject: string }) => mail.subject));
    path = /<([^>]+)>; rel="next"/.exec(String(headers.link))?.[1] ?? '';
    if (path === '') break;
  }
  expect(subjects.slice(0, 3)).toEqual(['three', 'two', 'one']);
});
