import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { work } from '../../src/app.js';
import { explainSale } from '../../src/domains/ops/explain/explain-sale.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { addJobs } from '../../src/platform/jobs/add-jobs.js';
import { createLog } from '../../src/platform/log.js';
import { projectRoot } from '../../src/platform/root.js';
import { lockSequencing } from '../../src/platform/work/events/repository.js';
import { makeTempFolder } from '../support/postgres.js';
import { openShop, type Shop } from '../support/service.js';
import { counterOf, MUG_TOTAL } from '../transactions/support.js';

let shop: Shop;
let folder: string;
let number: string;
let other: string;
const lines: string[] = [];
beforeAll(async () => {
  folder = await makeTempFolder();
  const log = createLog('info', { write: line => void lines.push(line) });
  shop = await openShop({ background: false, log });
  number = await counterOf(shop).sold({ payment_method_id: 'cash' });
  other = await counterOf(shop).sold({ payment_method_id: 'cash' });
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

async function entriesOf(given = number): Promise<string[]> {
  const trace = await explainSale(shop.platform.db, work.consumers, given);
  return (trace?.entries ?? []).map(
    ({ kind, text, needsWork }) => `${needsWork ? '!' : ' '} ${kind}: ${text}`,
  );
}

const mail = (subject: string) =>
  statement(
    shop.platform.db,
    `insert into mails (id, purpose, recipient, subject, body_text, attempts, error, parked_at)
     values ($1, 'receipt', 'a@example.com', $2, '', 12, 'refused', now())`,
    [newId(), subject],
  );

async function addDelivery(eventId: string): Promise<void> {
  const endpoint = newId();
  await statement(
    shop.platform.db,
    `insert into webhook_endpoints (id, url, events, secret)
     values ($1, 'https://example.com/hook', '{*}', '\\x00')`,
    [endpoint],
  );
  await statement(
    shop.platform.db,
    `insert into webhook_deliveries (id, endpoint_id, event_id, event, payload, created_at, status,
       attempts, response_status, finished_at)
     values ($1, $2, $3, 'transaction.completed', '{}', now(), 'failed', 8, 500, now())`,
    [newId(), endpoint, eventId],
  );
}

describe('the trace of a sale', () => {
  it('has its goods, its money and the events that wait for a number', async () => {
    await shop.settleEvents();
    const entries = await entriesOf();
    expect(entries).toContain(`  sale: created, ${MUG_TOTAL} USD for MUG-WHITE 12.50`);
    expect(entries).toContainEqual(
      expect.stringMatching(/^ {2}payment: cash 13\.53 USD, succeeded, .*not_needed, id /),
    );
    const event = entries.find(text => text.includes('event: transaction.completed (completed)'));
    expect(event).toMatch(/^! .*, not yet read by .*transactions:commit-stock/);
    expect(entries.filter(text => text.includes('outbox:'))).toEqual([]);
  });

  it('has its refund, mails, webhooks and jobs, and nothing of other sales', async () => {
    const token = await shop.officeToken();
    await atomically(shop.platform.db, async tx => {
      // No event gets its number meanwhile.
      await lockSequencing(tx);
      const body = { reason: 'Wrong customer' };
      const voided = await shop.call('POST', `/transactions/${number}/void/`, { token, body });
      expect(voided.status).toBe(200);
      expect(await entriesOf()).toContain('! outbox: transaction.voided waits for its number');
    });
    await shop.settleEvents();
    const [event] = await statement<{ id: string; stream_id: string; seq: number }>(
      shop.platform.db,
      `select id, stream_id, seq from events
       where event = 'transaction.completed' and data ->> 'transaction_id' = $1`,
      [number],
    );
    await mail(`Receipt ${number}`);
    await mail(`Receipt ${other}`);
    await addDelivery(event?.id ?? '');
    const { stream_id: streamId = '', seq = 0 } = event ?? {};
    await atomically(shop.platform.db, tx =>
      addJobs(tx, [
        { name: 'loyalty:keep-points', payload: { events: [{ streamId, seq }] } },
        { name: 'loyalty:keep-points', payload: { events: [{ streamId, seq: seq + 1_000 }] } },
      ]),
    );
    const entries = await entriesOf();
    expect(entries).toContain('  sale: voided: Wrong customer');
    expect(entries).toContainEqual(
      expect.stringMatching(/^! refund: REF-\S+ opened for void, 13\.53, pending, .*pay_out_cash/),
    );
    expect(entries.filter(text => text.includes(' mail: '))).toEqual([
      '! mail: receipt to a@example.com, given up after 12 attempts: refused',
    ]);
    expect(entries).toContain(
      '! webhook out: transaction.completed to https://example.com/hook, failed, 8 attempts, answer 500',
    );
    expect(entries.filter(text => text.includes(' job: '))).toEqual([
      '! job: loyalty:keep-points, 0 of 12 attempts',
    ]);
    expect(entries.join('\n')).not.toContain(other);
  });

  it('is found by the id of the sale too, and not at all for an unknown number', async () => {
    const trace = await explainSale(shop.platform.db, work.consumers, number);
    expect(await entriesOf(trace?.sale.id)).toEqual(await entriesOf());
    expect(await explainSale(shop.platform.db, work.consumers, 'TXN-20200101-00000000')).toBe(
      undefined,
    );
  });
});

describe('npm run explain', () => {
  const explain = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['tools/explain.mjs', ...args], {
      cwd: projectRoot,
      env: { PATH: process.env.PATH, DATABASE_URL: shop.url, DATA_DIR: folder, SECRET_KEY: 'k' },
    });

  it('prints the trace with the requests of the log', async () => {
    const file = join(folder, 'tillhouse.log');
    await writeFile(file, `Building …\n${lines.join('')}{"cut":`);
    const { stdout } = await explain(number, '--log', file);
    expect(stdout).toContain(`${number}  voided, 13.53 USD`);
    expect(stdout).toMatch(/request +POST \/pos\/transactions\/create\/ → 201 in \S+ ms, request /);
    expect(stdout).toContain(`POST /pos/transactions/${number}/payment/ → 202`);
    expect(stdout).toContain(`POST /transactions/${number}/void/ → 200`);
    expect(stdout.match(/transactions\/create/g)).toHaveLength(1);
    expect(stdout).toMatch(/\n\d+ entries need work\.\n$/);
  });

  it('fails for a number that does not exist', async () => {
    await expect(explain('TXN-20200101-00000000')).rejects.toMatchObject({
      code: 1,
      stderr: 'There is no sale TXN-20200101-00000000.\n',
    });
  });
});
