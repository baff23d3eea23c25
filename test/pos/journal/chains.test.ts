import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../src/domains/ops/check-invariants.js';
import { openShop, type Shop } from '../../support/service.js';
import { type Counter, counterOf } from '../../transactions/support.js';
import { booked, hashOf, query, Till, type TillEntry, ZEROS } from './support.js';

let shop: Shop;
let counter: Counter;
let till: Till;
let tills = 0;
const now = new Date();
beforeAll(async () => {
  shop = await openShop({ clock: { now: () => now }, background: false });
  counter = counterOf(shop);
});
afterAll(() => shop.close());
beforeEach(() => {
  tills += 1;
  till = new Till(`T-C${tills}`);
});

const token = () => shop.tillToken('EMP001', till.terminal);
const send = async (entries: readonly TillEntry[], more: Record<string, unknown> = {}) =>
  shop.call('POST', '/pos/sync/', {
    token: await token(),
    body: { terminal_id: till.terminal, entries, ...more },
  });
const results = async (entries: readonly TillEntry[], more = {}) =>
  (await send(entries, more)).body.results;
const head = async () => (await counter.get('/pos/sync/', await token())).body;
const restart = async (who?: string, reason = 'The counter has jumped', at = till.terminal) =>
  counter.post(
    `/terminals/${at}/restart-journal/`,
    { reason },
    await (who ? shop.officeToken(who) : shop.tillToken('EMP002')),
  );
const numbered = (count: number) => `${till.terminal}-${String(count).padStart(6, '0')}`;
const held = async () =>
  (await counter.get(`/pos/journal/?terminal_id=${till.terminal}&status=held`)).body;
const broken = async () =>
  (await checkInvariants(shop.platform.db)).filter(({ offending }) => offending > 0);

/** An entry at any counter, as a broken or hostile device sends it. */
function jumped(entry: TillEntry, changes: Partial<TillEntry>): TillEntry {
  const made = { ...entry, ...changes };
  return { ...made, hash: hashOf(made) };
}

describe('an entry that jumps', () => {
  it('by its counter is held, moves no head, and the next entries are booked', async () => {
    const first = till.sale(now);
    expect(await results([first])).toMatchObject([{ status: 'accepted' }]);
    const before = await booked(shop);
    for (const far of [10_002, 2_000_000_000]) {
      const wild = jumped(till.copy().sale(now), { counter: far });
      expect(await results([wild])).toMatchObject([{ status: 'held', reason: 'counter_jump' }]);
    }
    expect(await booked(shop)).toEqual(before);
    expect(await head()).toMatchObject({ counter: 1, hash: first.hash, gaps: [], chain: 1 });
    expect(await results([till.sale(now)])).toMatchObject([{ status: 'accepted' }]);
    expect(await broken()).toEqual([]);
  });

  it('by 10,000 is booked, and the entries between are missing', async () => {
    await results([till.sale(now)]);
    const far = jumped(till.copy().sale(now), { counter: 10_001 });
    expect(await results([far])).toMatchObject([{ status: 'accepted' }]);
    expect(await head()).toMatchObject({ counter: 10_001, gaps: [{ missing: 9_999 }] });
  });

  it('by its number is held, and the numbers go on from the last one', async () => {
    await results([till.sale(now)]);
    const wild = till.copy().sale(now, { number: `${till.terminal}-999999999999` });
    expect(await results([wild])).toMatchObject([{ status: 'held', reason: 'number_jump' }]);
    expect(await head()).toMatchObject({ counter: 1, last_till_number: numbered(1) });
    expect(await results([till.sale(now)])).toMatchObject([{ status: 'accepted' }]);
    expect(await head()).toMatchObject({ counter: 2, last_till_number: numbered(2) });
  });
});

describe('entries of a hostile device', () => {
  it('with counters that are no counters are refused', async () => {
    const entry = till.sale(now);
    for (const wrong of [-1, 0, 1.5, 2_000_000_001, 1e300, '7', null]) {
      const { status } = await send([{ ...entry, counter: wrong as number }]);
      expect([wrong, status]).toEqual([wrong, 400]);
    }
    expect(await head()).toMatchObject({ counter: 0, hash: ZEROS });
  });

  it('with the counter of another entry, or the number of another till, end nothing', async () => {
    await results([till.sale(now)]);
    const other = jumped(till.entries[0] as TillEntry, { data: { reason: 'x' } });
    const foreign = till.copy().sale(now, { number: 'T-001-999999999999' });
    expect(await results([other, foreign])).toMatchObject([
      { status: 'held', reason: 'CHAIN_FORKED' },
      { status: 'held', reason: 'WRONG_TILL_NUMBER' },
    ]);
    expect(await head()).toMatchObject({ counter: 2, last_till_number: numbered(1) });
  });

  it('wait after 20 that are held, with one task, until a manager decides', async () => {
    const wild = (n: number) => jumped(till.sale(now), { counter: 1_000_000 + n });
    const many = Array.from({ length: 23 }, (_, n) => wild(n));
    const reply = await send(many);
    expect([reply.status, reply.body.code]).toEqual([429, 'TOO_MANY_HELD']);
    expect(reply.headers['retry-after']).toBe('60');
    expect((await send(many)).status).toBe(429);
    const entries = await held();
    expect(entries).toHaveLength(20);
    const full = () =>
      query<{ status: string }>(
        shop,
        `select status from tasks where cause = 'journal_held_full' and cause_values ->> 'terminal' = $1`,
        [till.terminal],
      );
    expect(await full()).toEqual([{ status: 'pending' }]);
    // What can be booked is booked.
    const good = new Till(till.terminal).sale(now);
    expect(await results([good])).toMatchObject([{ status: 'accepted' }]);
    await counter.post(
      `/pos/journal/${entries[0].id}/settle/`,
      { reason: 'Not ours' },
      await shop.officeToken(),
    );
    expect(await full()).toEqual([{ status: 'completed' }]);
    expect((await send(many)).status).toBe(429);
    expect(await held()).toHaveLength(20);
    expect(await full()).toHaveLength(2);
    expect(await head()).toMatchObject({ counter: 1 });
  });
});

describe('a number that is held', () => {
  it('is not used again', async () => {
    const first = till.sale(now, { total_amount: '1.00' });
    const second = till.sale(now, { number: numbered(1) });
    expect(await results([first, second, till.sale(now)])).toMatchObject([
      { status: 'held', reason: 'SUM_MISMATCH' },
      { status: 'held', reason: 'TILL_NUMBER_USED' },
      { status: 'accepted' },
    ]);
  });

  it('is not booked by a manager while it is far above the others', async () => {
    await results([till.sale(now, { number: `${till.terminal}-999999999999` })]);
    const [{ id }] = await held();
    const refused = await counter.post(
      `/pos/journal/${id}/retry/`,
      undefined,
      await shop.officeToken(),
    );
    expect([refused.status, refused.body.code]).toEqual([409, 'INVALID_STATE']);
    expect(await head()).toMatchObject({ counter: 0, last_till_number: null });
  });
});

describe('a journal that is restarted', () => {
  it('begins a new chain, and keeps the old one, its numbers and its held entries', async () => {
    const old = [till.sale(now), till.sale(now)];
    const gap = jumped(till.copy().sale(now), { counter: 5 });
    await results([...old, gap]);
    const taskId = (await head()).gaps[0].task_id;
    const { status, body } = await restart('manager');
    expect([status, body]).toEqual([200, { terminal_id: till.terminal, chain: 2 }]);
    expect(await head()).toMatchObject({
      chain: 2,
      counter: 0,
      hash: ZEROS,
      gaps: [],
      last_till_number: numbered(3),
    });
    expect((await counter.get(`/tasks/${taskId}/`)).body.status).toBe('completed');
    const fresh = new Till(till.terminal);
    const sales = [4, 5].map(n => fresh.sale(now, { number: numbered(n) }));
    expect(await results(sales)).toMatchObject([{ status: 'accepted' }, { status: 'accepted' }]);
    // What the service has of the old chain is known by it.
    expect(await results(old)).toMatchObject([{ status: 'duplicate' }, { status: 'duplicate' }]);
    const all = (await counter.get(`/pos/journal/?terminal_id=${till.terminal}`)).body;
    expect(all.map((one: { chain: number; counter: number }) => [one.chain, one.counter])).toEqual([
      [2, 2],
      [2, 1],
      [1, 5],
      [1, 2],
      [1, 1],
    ]);
    expect(await broken()).toEqual([]);
    const [closed] = await query(
      shop,
      `select chain, counter, hash, reason from till_journal_chains where terminal_id = $1`,
      [till.terminal],
    );
    expect(closed).toEqual({
      chain: 1,
      counter: 5,
      hash: gap.hash,
      reason: 'The counter has jumped',
    });
    const audited = await counter.get(
      `/audit-log/?record=${till.terminal}`,
      await shop.officeToken(),
    );
    expect(audited.body[0]).toMatchObject({ action: 'restart-journal', record_id: till.terminal });
  });

  it('is restarted once by two managers, and by nobody else', async () => {
    await results([till.sale(now)]);
    expect((await restart()).status).toBe(403);
    expect((await restart('manager', ' ')).status).toBe(400);
    expect((await restart('manager', 'x', 'T-NONE')).status).toBe(404);
    expect((await head()).chain).toBe(1);
    const both = await Promise.all([restart('manager'), restart('manager')]);
    expect(both.map(({ status, body }) => [status, body.chain])).toEqual([
      [200, 2],
      [200, 2],
    ]);
    expect((await head()).chain).toBe(2);
  });

  it('holds an entry of the old chain, or tells a till that names its chain', async () => {
    const known = till.sale(now);
    await results([known], { chain: 1 });
    await restart('manager');
    const late = [till.write('drawer_open', { reason: 'Change' }, now), till.sale(now)];
    const before = await booked(shop);
    expect(await results([known, ...late], { chain: 1 })).toMatchObject([
      { status: 'duplicate' },
      { status: 'chain_closed' },
      { status: 'chain_closed' },
    ]);
    const asked = await send([late[0] as TillEntry], { chain: 1, may_refuse: true });
    expect([asked.status, asked.body.code, asked.body.details]).toEqual([
      409,
      'CHAIN_RESTARTED',
      { chain: 2 },
    ]);
    expect(await held()).toEqual([]);
    expect(await results(late)).toMatchObject([
      { status: 'held', reason: 'CHAIN_CLOSED' },
      { status: 'held', reason: 'CHAIN_CLOSED' },
    ]);
    expect(await booked(shop)).toEqual(before);
    expect(await head()).toMatchObject({ chain: 2, counter: 0 });
    const fresh = new Till(till.terminal);
    const first = fresh.sale(now, { number: numbered(9) });
    const [one, two] = await Promise.all([results([first], { chain: 2 }), restart('manager')]);
    expect(two.status).toBe(200);
    // The entry came before the second restart, which closes a chain, or after it: its chain is closed.
    const { chain } = await head();
    expect([2, 3]).toContain(chain);
    expect(['accepted', 'chain_closed']).toContain(one[0].status);
    expect(await broken()).toEqual([]);
  });
});
