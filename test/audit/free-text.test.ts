import { afterAll, beforeAll, expect, it } from 'vitest';
import { chain } from '../../src/domains/audit/jobs.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { openShop, type Shop } from '../support/service.js';
import { type Audit, auditOf } from './support.js';

const HASH = /^\[text [0-9a-f]{32}\]$/;
const NAME = 'Theodora Writtendown';

let shop: Shop;
let audit: Audit;
beforeAll(async () => {
  shop = await openShop({ background: false });
  audit = auditOf(shop);
});
afterAll(() => shop.close());

const log = async (): Promise<string> =>
  JSON.stringify(await audit.rows('select * from audit_entries'));
const runChain = () => chain.run(shop.platform, {}, { isLast: false });

it('keeps a hash of reasons, saved searches and tasks', async () => {
  const view = await audit.made('/saved-views/', {
    page: 'transactions',
    name: NAME,
    query: `q=${NAME.replace(' ', '+')}`,
  });
  const asked = await audit.send('POST', '/pos/approvals/request/', {
    request_type: 'discount',
    amount: '5.00',
    reason: `${NAME} complained`,
    store_id: DOWNTOWN_ID,
  });
  const task = await audit.send('POST', '/tasks/', {
    task_id: 'call-back',
    title: `Call ${NAME}`,
    description: `${NAME} waits`,
    store: DOWNTOWN_ID,
    priority: 'low',
  });
  expect([asked.status, task.status]).toEqual([201, 201]);
  const [saved] = await audit.log(`record=saved-views/${view}`);
  expect(saved?.changes).toMatchObject({
    page: { after: 'transactions' },
    name: { before: null, after: expect.stringMatching(HASH) },
    query: { before: null, after: expect.stringMatching(HASH) },
  });
  const [approval] = await audit.log('record=approvals/');
  expect(approval?.changes.reason?.after).toMatch(HASH);
  const [opened] = await audit.log('record=tasks/call-back');
  expect(opened?.changes.title?.after).toMatch(HASH);
  expect(opened?.changes.status?.after).toBe('pending');
  expect(await log()).not.toMatch(/Theodora|Writtendown/);
});

it('hashes equal texts to equal values, and keeps reasons that are chosen from a list', async () => {
  const adjust = (reason: string) =>
    audit.send('POST', '/inventory-levels/adjust/', {
      store: DOWNTOWN_ID,
      sku: 'MUG-WHITE',
      quantity: 1,
      reason,
    });
  for (const reason of [NAME, NAME, 'damaged']) {
    const reply = await adjust(reason);
    expect(reply.status).toBe(200);
  }
  const entries = await audit.log('limit=3');
  const [listed, second, first] = entries.map(({ changes }) => changes.reason?.after);
  expect(first).toMatch(HASH);
  expect(second).toBe(first);
  expect(listed).toBe('damaged');
});

const CLEAR = {
  reason: { before: null, after: `${NAME} complained` },
  amount: { before: null, after: '5.00' },
  lines: { before: null, after: [{ sku: 'MUG', price_reason: `for ${NAME}` }] },
};

/** An entry as earlier releases wrote it. */
async function writeEarlier(id: string): Promise<void> {
  await audit.rows(
    `insert into audit_entries (id, at, actor_kind, action, record_type, changes)
     values ($1, now(), 'staff', 'request', 'approvals', $2)`,
    [id, JSON.stringify(CLEAR)],
  );
}

it('masks entries of earlier releases; the chain and its end stay as they were', async () => {
  const id = '0199aaaa-0000-7000-8000-000000000001';
  await writeEarlier(id);
  const before = await audit.verify();
  expect([before.holds, before.waiting]).toEqual([true, 0]);
  expect(await log()).toContain(NAME);
  await runChain();
  expect(await log()).not.toMatch(/Theodora|Writtendown/);
  const after = await audit.verify();
  expect([after.holds, after.entries, after.last_hash]).toEqual([
    true,
    before.entries,
    before.last_hash,
  ]);
  const [row] = await audit.rows<{ changes: typeof CLEAR }>(
    'select changes from audit_entries where id = $1',
    [id],
  );
  expect(row?.changes).toEqual({
    reason: { before: null, after: expect.stringMatching(HASH) },
    amount: CLEAR.amount,
    lines: { before: null, after: [{ sku: 'MUG', price_reason: expect.stringMatching(HASH) }] },
  });
});

it('lets nobody else mask an entry, nor hide another change behind a mask', async () => {
  const [entry] = await audit.rows<{ id: string; changes: object }>(
    `select id, changes from audit_entries where mask_seal is null and seq is not null
       and changes ? 'reason' order by seq limit 1`,
  );
  const masked = { ...entry?.changes, request_type: { before: null, after: '[personal]' } };
  const set = (changes: object) =>
    audit.rows(`update audit_entries set changes = $2, mask_seal = 'x' where id = $1`, [
      entry?.id,
      JSON.stringify(changes),
    ]);
  const other = { ...entry?.changes, request_type: { before: null, after: 'void' } };
  await expect(set(other)).rejects.toThrow('cannot be changed');
  await expect(set({})).rejects.toThrow('cannot be changed');
  await set(masked);
  const verified = await audit.verify();
  expect([verified.holds, verified.first_broken]).toEqual([
    false,
    { seq: expect.any(Number), id: entry?.id, problem: 'altered' },
  ]);
});
