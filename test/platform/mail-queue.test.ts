import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { deliverEarlierMail, mailQueue } from '../../src/platform/mail/deliver-mails.js';
import { queueMail } from '../../src/platform/mail/queue-mail.js';
import { claim } from '../../src/platform/work/queues/repository.js';
import { drainQueue } from '../../src/platform/work/queues/run-queue.js';
import { createMailbox } from '../support/mailbox.js';
import { openShop, type Shop } from '../support/service.js';

const mailbox = createMailbox();
let shop: Shop;

beforeAll(async () => {
  const port = await mailbox.listen();
  shop = await openShop({
    background: false,
    env: { SMTP_URL: `smtp://127.0.0.1:${port}` },
  });
});
afterEach(async () => {
  mailbox.replies.recipient = undefined;
  mailbox.mails.length = 0;
  await statement(shop.platform.db, 'delete from mails');
});
afterAll(async () => {
  await shop.close();
  await mailbox.close();
});

const post = (...names: string[]): Promise<string[]> =>
  atomically(shop.platform.db, async tx => {
    const ids: string[] = [];
    for (const name of names) {
      const mail = { to: `${name}@example.com`, subject: `To ${name}`, text: '', purpose: 'test' };
      ids.push(await queueMail(tx, shop.platform, mail));
    }
    return ids;
  });
const drain = (): Promise<number> => drainQueue(shop.platform, mailQueue);
const subjects = (): string[] =>
  mailbox.mails.map(mail => /^Subject: (.*?)\r?$/m.exec(mail)?.[1] ?? '');
const rows = () =>
  statement<Record<string, unknown>>(
    shop.platform.db,
    `select recipient, attempts, error, sent_at is not null as sent, parked_at is not null as parked,
       refused_at is not null as refused,
       round(extract(epoch from due_at - statement_timestamp()))::int as due
     from mails order by id`,
  );
/** Time passes for all mails that wait. */
const later = (seconds: number) =>
  statement(
    shop.platform.db,
    `update mails set due_at = due_at - make_interval(secs => $1),
       lease_until = lease_until - make_interval(secs => $1)`,
    [seconds],
  );

describe('mails', () => {
  it('go out in their order, each once', async () => {
    const names = Array.from({ length: 25 }, (_, n) => `n${n}`);
    await post(...names);
    expect(await drain()).toBe(25);
    expect(subjects()).toEqual(names.map(name => `To ${name}`));
    expect(await drain()).toBe(0);
    expect((await rows()).every(row => row.sent === true && row.due === null)).toBe(true);
  });

  it('of a transaction that is rolled back are never sent', async () => {
    const failing = atomically(shop.platform.db, async tx => {
      const mail = { to: 'kim@example.com', subject: 'No', text: '', purpose: 'test' };
      await queueMail(tx, shop.platform, mail);
      throw new Error('no sale');
    });
    await expect(failing).rejects.toThrow('no sale');
    expect(await drain()).toBe(0);
    expect(subjects()).toEqual([]);
  });

  it('go on when the server does not take one of them, which comes back after a pause', async () => {
    mailbox.replies.recipient = command => (command.includes('busy@') ? '451 later' : '250 ok');
    await post('ada', 'busy', 'kim');
    expect(await drain()).toBe(3);
    expect(subjects()).toEqual(['To ada', 'To kim']);
    const [, waiting] = await rows();
    expect(waiting).toMatchObject({ attempts: 1, sent: false, parked: false });
    expect(waiting?.error).toContain('451');
    expect([2, 3]).toContain(waiting?.due);
    expect(await drain()).toBe(0);
    mailbox.replies.recipient = undefined;
    await later(4);
    expect(await drain()).toBe(1);
    expect(subjects()).toEqual(['To ada', 'To kim', 'To busy']);
  });

  it('are parked after twelve attempts, and go out when somebody retries them', async () => {
    mailbox.replies.recipient = '451 later';
    await post('busy');
    await statement(shop.platform.db, 'update mails set attempts = 10');
    await drain();
    expect(await rows()).toMatchObject([{ attempts: 11, parked: false }]);
    await later(24 * 3_600);
    await drain();
    expect(await rows()).toMatchObject([{ attempts: 12, parked: true, due: null, sent: false }]);
    const token = await shop.officeToken('admin');
    const figures = async () => {
      const { body } = await shop.call('GET', '/ops/work/', { token });
      return body.find((row: { name: string }) => row.name === 'mail:outgoing');
    };
    expect(await figures()).toMatchObject({ kind: 'queue', waiting: 0, parked: 1 });
    mailbox.replies.recipient = undefined;
    const retried = await shop.call('POST', '/ops/work/mail:outgoing/retry/', { token, body: {} });
    expect(retried.status).toBe(200);
    expect(await drain()).toBe(1);
    expect(subjects()).toEqual(['To busy']);
    expect(await figures()).toMatchObject({ waiting: 0, parked: 0 });
  });

  it('that the server rejects for good are not tried again', async () => {
    mailbox.replies.recipient = '550 unknown';
    await post('nobody');
    await drain();
    await later(24 * 3_600);
    expect(await drain()).toBe(0);
    expect(await rows()).toMatchObject([{ sent: false, refused: true, due: null, parked: false }]);
  });

  it('of a node that died are sent by another one when the lease has run out', async () => {
    await post('ada', 'kim');
    const { platform } = shop;
    expect((await claim(platform.db, mailQueue, platform.clock)).rows).toHaveLength(2);
    expect(await drain()).toBe(0);
    await later(181);
    expect(await drain()).toBe(2);
    expect(subjects()).toEqual(['To ada', 'To kim']);
  });

  it('are sent by one of many workers', async () => {
    await post(...Array.from({ length: 30 }, (_, n) => `w${n}`));
    const counts = await Promise.all([drain(), drain(), drain(), drain()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(30);
    expect(new Set(subjects()).size).toBe(30);
    expect(subjects()).toHaveLength(30);
  });

  it('leave soon after their commit while the service runs, with their secret shown', async () => {
    const running = await openShop({ env: { SMTP_URL: shop.platform.config.smtpUrl as string } });
    const mail = { to: 'a@example.com', subject: 'Code 424242', text: '424242', purpose: 'test' };
    await atomically(running.platform.db, tx => queueMail(tx, running.platform, mail, '424242'));
    await expect.poll(subjects).toEqual(['Code 424242']);
    await expect
      .poll(() =>
        statement(running.platform.db, 'select subject, secret, due_at, attempts from mails'),
      )
      .toEqual([{ subject: 'Code ••••••', secret: null, due_at: null, attempts: 1 }]);
    await running.close();
  });
});

describe('a mail of the release before', () => {
  const earlier = async (): Promise<string> => {
    const [id = ''] = await post('old');
    await statement(shop.platform.db, 'update mails set due_at = null');
    return id;
  };

  it('is sent once, however often its job runs', async () => {
    const id = await earlier();
    expect(await drain()).toBe(0);
    await deliverEarlierMail.run(shop.platform, { id });
    await deliverEarlierMail.run(shop.platform, { id });
    expect(await drain()).toBe(1);
    await deliverEarlierMail.run(shop.platform, { id });
    expect(await drain()).toBe(0);
    expect(subjects()).toEqual(['To old']);
  });

  it('stays in the database without a mail server, and its text in the log', async () => {
    const id = await earlier();
    const lines: unknown[] = [];
    const config = { ...shop.platform.config, smtpUrl: undefined };
    const log = { ...shop.platform.log, info: (line: unknown) => void lines.push(line) };
    const without = { ...shop.platform, config, log } as Shop['platform'];
    await deliverEarlierMail.run(without, { id });
    expect(await drainQueue(without, mailQueue)).toBe(1);
    expect(lines).toEqual([
      { mail: id, purpose: 'test', to: 'old@example.com', subject: 'To old', text: '' },
    ]);
    expect(await drain()).toBe(0);
    expect(subjects()).toEqual([]);
  });
});
