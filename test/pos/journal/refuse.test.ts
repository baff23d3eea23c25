import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../src/domains/ops/check-invariants.js';
import { openShop, type Shop } from '../../support/service.js';
import { type Counter, counterOf } from '../../transactions/support.js';
import { booked, query, Till, type TillEntry } from './support.js';

let shop: Shop;
let counter: Counter;
let till: Till;
let tills = 0;
const now = new Date();
beforeAll(async () => {
  shop = await openShop({ clock: { now: () => now } });
  counter = counterOf(shop);
});
afterAll(() => shop.close());
beforeEach(() => {
  tills += 1;
  till = new Till(`T-R${tills}`);
});

/** Entries of which the last is not paid for yet. */
const ask = async (...entries: TillEntry[]) =>
  shop.call('POST', '/pos/sync/', {
    token: await shop.tillToken('EMP001', till.terminal),
    body: { terminal_id: till.terminal, entries, may_refuse: true },
  });
const stored = () =>
  query<{ counter: number; status: string }>(
    shop,
    'select counter, status from till_journal where terminal_id = $1 order by counter, received_at',
    [till.terminal],
  );
const tasksOf = () =>
  query(shop, 'select task_id from tasks where title like $1', [`Till ${till.terminal}:%`]);

describe('an entry that nobody has paid for yet', () => {
  it('is booked at once, and once if its answer was lost', async () => {
    const entry = till.sale(now);
    const first = (await ask(entry)).body.results[0];
    expect(first).toMatchObject({ counter: 1, status: 'accepted', reason: null });
    const again = (await ask(entry)).body.results[0];
    expect(again).toMatchObject({ status: 'duplicate', transaction_id: first.transaction_id });
    // The same entry in a later batch of the till, which did not get the first answer.
    const later = await shop.call('POST', '/pos/sync/', {
      token: await shop.tillToken('EMP001', till.terminal),
      body: { terminal_id: till.terminal, entries: [entry, till.sale(now)] },
    });
    expect(later.body.results.map((one: { status: string }) => one.status)).toEqual([
      'duplicate',
      'accepted',
    ]);
    expect(await stored()).toEqual([
      { counter: 1, status: 'accepted' },
      { counter: 2, status: 'accepted' },
    ]);
  });

  it('is refused with the error of the sale, and its counter and number are free again', async () => {
    const before = await booked(shop);
    const refused = await ask(till.copy().sale(now, { total_amount: '1.00' }));
    expect([refused.status, refused.body.code]).toEqual([400, 'SUM_MISMATCH']);
    expect(await booked(shop)).toEqual(before);
    expect([await stored(), await tasksOf()]).toEqual([[], []]);
    const { results } = (await ask(till.sale(now))).body;
    expect(results).toMatchObject([{ counter: 1, status: 'accepted' }]);
    const head = await shop.call('GET', '/pos/sync/', {
      token: await shop.tillToken('EMP001', till.terminal),
    });
    expect(head.body).toMatchObject({ last_till_number: `${till.terminal}-000001`, gaps: [] });
  });

  it('holds the paid entries before it, and refuses only itself', async () => {
    const paid = till.sale(now, { total_amount: '1.00' });
    const refused = await ask(paid, till.copy().sale(now, { total_amount: '2.00' }));
    expect([refused.status, refused.body.code]).toEqual([400, 'SUM_MISMATCH']);
    expect(await stored()).toEqual([{ counter: 1, status: 'held' }]);
    expect(await tasksOf()).toHaveLength(1);
  });

  it('waits for a shift where the store requires one; a paid sale does not', async () => {
    const admin = await shop.officeToken('admin');
    const require = (require_shift: boolean) =>
      shop.call('PATCH', '/stores/DOWNTOWN/', { token: admin, body: { require_shift } });
    expect((await require(true)).status).toBe(200);
    try {
      const before = await booked(shop);
      const refused = await ask(till.copy().sale(now));
      expect([refused.status, refused.body.code]).toEqual([409, 'SHIFT_REQUIRED']);
      expect([await booked(shop), await stored()]).toEqual([before, []]);
      const opened = till.write('shift_open', { opening_float: '50.00' }, now);
      expect((await ask(opened)).body.results).toMatchObject([{ status: 'accepted' }]);
      expect((await ask(till.sale(now))).body.results).toMatchObject([{ status: 'accepted' }]);
      const [shift] = (await counter.get(`/cash-management/shifts/?terminal=${till.terminal}`))
        .body;
      const payments = await query(shop, 'select p.id from payments p where p.shift_id = $1', [
        shift.id,
      ]);
      expect(payments).toHaveLength(1);
    } finally {
      await require(false);
    }
  });

  it('has the time of the service: a wrong clock is refused with the right time', async () => {
    const before = await booked(shop);
    for (const minutes of [-120, -2, 2]) {
      const at = new Date(now.getTime() + minutes * 60_000);
      const { status, body } = await ask(till.copy().sale(at));
      expect([status, body.code, body.details]).toEqual([
        409,
        'TILL_CLOCK_WRONG',
        { server_time: now.toISOString() },
      ]);
    }
    expect([await booked(shop), await stored()]).toEqual([before, []]);
  });

  it('is held if it does not follow the chain: two devices use one till', async () => {
    const other = till.copy();
    await ask(till.sale(now));
    const before = await booked(shop);
    const { results } = (await ask(other.sale(now, { note: 'Another device' }))).body;
    expect(results).toMatchObject([{ status: 'held', reason: 'CHAIN_FORKED' }]);
    expect(await booked(shop)).toEqual(before);
  });

  it('is booked once if it is sent twice at the same time', async () => {
    const entry = till.sale(now);
    const before = await booked(shop);
    const answers = await Promise.all([ask(entry), ask(entry)]);
    const results = answers.map(({ body }) => body.results[0]);
    expect(results.map(({ status }) => status).sort()).toEqual(['accepted', 'duplicate']);
    expect(results[0].transaction_id).toBe(results[1].transaction_id);
    expect(await booked(shop)).toMatchObject({
      sales: Number(before?.sales) + 1,
      payments: Number(before?.payments) + 1,
    });
    expect(await stored()).toEqual([{ counter: 1, status: 'accepted' }]);
  });

  it('stays held if it was held before, though it cannot be booked now either', async () => {
    const entry = till.sale(now, { total_amount: '1.00' });
    const token = await shop.tillToken('EMP001', till.terminal);
    const paid = { terminal_id: till.terminal, entries: [entry] };
    const held = (await shop.call('POST', '/pos/sync/', { token, body: paid })).body.results[0];
    expect(held).toMatchObject({ status: 'held', reason: 'SUM_MISMATCH' });
    const before = await booked(shop);
    expect((await ask(entry)).body.results).toEqual([held]);
    expect([await booked(shop), await stored()]).toEqual([
      before,
      [{ counter: 1, status: 'held' }],
    ]);
  });

  it('opens a gap if the entries before it have not arrived', async () => {
    till.sale(now);
    const { results } = (await ask(till.sale(now))).body;
    expect(results).toMatchObject([{ counter: 2, status: 'accepted' }]);
    const head = await shop.call('GET', '/pos/sync/', {
      token: await shop.tillToken('EMP001', till.terminal),
    });
    expect(head.body).toMatchObject({
      counter: 2,
      gaps: [{ first_counter: 1, last_counter: 1, missing: 1 }],
    });
    const late = await ask(till.entries[0] as TillEntry);
    expect(late.body.results).toMatchObject([{ counter: 1, status: 'accepted' }]);
    expect(await stored()).toEqual([
      { counter: 1, status: 'accepted' },
      { counter: 2, status: 'accepted' },
    ]);
  });

  it('leaves the books right', async () => {
    const wrong = (await checkInvariants(shop.platform.db)).filter(
      ({ offending }) => offending > 0,
    );
    expect(wrong).toEqual([]);
  });
});
