import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atomically } from '../../src/platform/database/tx.js';
import { createLog } from '../../src/platform/log.js';
import { deliverMail, queueMail } from '../../src/platform/mail/queue-mail.js';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false });
});
afterAll(() => shop.close());

const post = (subject: string): Promise<string> =>
  atomically(shop.platform.db, tx =>
    queueMail(tx, { to: 'kim@example.com', subject, text: 'Hello Kim', purpose: 'greeting' }),
  );

describe('without a mail server', () => {
  const linesOf = async (id: string, production: boolean): Promise<object[]> => {
    const lines: object[] = [];
    const log = createLog('info', { write: line => void lines.push(JSON.parse(line)) });
    const config = { ...shop.platform.config, production };
    await deliverMail.run({ ...shop.platform, config, log }, { id });
    return lines;
  };

  it('logs a mail', async () => {
    const id = await post('123456 is your code');
    expect(await linesOf(id, false)).toEqual([
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
    const id = await post('654321 is your code');
    const [line] = await linesOf(id, true);
    expect(Object.keys(line ?? {})).toEqual(['level', 'time', 'mail', 'purpose', 'msg']);
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
