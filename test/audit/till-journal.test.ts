import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { syncOf, Till, type TillEntry } from '../pos/journal/support.js';
import { denominations } from '../shifts/support.js';
import { openShop, type Shop } from '../support/service.js';
import { type Audit, auditOf, type Entry } from './support.js';

let shop: Shop;
let audit: Audit;
let till: Till;
let tills = 0;
const now = new Date();
beforeAll(async () => {
  shop = await openShop({ clock: { now: () => now }, background: false });
  audit = auditOf(shop);
});
afterAll(() => shop.close());
beforeEach(() => {
  tills += 1;
  till = new Till(`T-A${tills}`);
});

const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const sync = async (entries: readonly TillEntry[], employee = 'EMP001') => {
  const token = () => shop.tillToken(employee, till.terminal);
  const { body } = await syncOf(shop, token)(till.terminal, entries, { 'user-agent': 'Till/1' });
  return body.results.map(({ status }: { status: string }) => status);
};
const person = async (number: string): Promise<string> => {
  const [user] = await audit.rows<{ id: string }>(
    'select id from users where employee_number = $1',
    [number],
  );
  return user?.id ?? '';
};
/** Entries of this till, oldest first, without its logins. */
const log = async (): Promise<Entry[]> =>
  (await audit.log('limit=200'))
    .filter(({ terminal_id, action }) => terminal_id === till.terminal && action !== 'login')
    .toReversed();
const named = ({ record_type, action, at }: Entry) => [record_type, action, at];
/** What the cashier typed is kept as a hash. */
const HASH = expect.stringMatching(/^\[text [0-9a-f]{32}\]$/);
const set = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, after]) => [
      name,
      { before: null, after: name === 'reason' ? HASH : after },
    ]),
  );

describe('a day that a till books without a connection', () => {
  it('leaves an entry for each call that it stands for, with cashier, till and time', async () => {
    const at = (hours: number) => hoursAgo(hours).toISOString();
    const batch = [
      till.write('shift_open', { opening_float: '100.00' }, hoursAgo(9)),
      till.sale(hoursAgo(8)),
      till.write('cash_in', { amount: '50.00', reason: 'From the bank' }, hoursAgo(7)),
      till.write('cash_out', { amount: '12.00', reason: 'Cab' }, hoursAgo(6)),
      till.write('drawer_open', { reason: 'Change for 50' }, hoursAgo(5)),
      // 100.00 + 13.53 + 50.00 − 12.00 = 151.53
      till.write(
        'shift_close',
        {
          denominations: denominations({
            ...{ '100.00': 1, '50.00': 1, '1.00': 1 },
            ...{ '0.25': 2, '0.01': 3 },
          }),
        },
        hoursAgo(4),
      ),
    ];
    expect(await sync(batch)).toEqual(Array(6).fill('accepted'));
    const entries = await log();
    expect(entries.map(named)).toEqual([
      ['shifts', 'open', at(9)],
      ['shifts', 'paid-in', at(7)],
      ['shifts', 'paid-out', at(6)],
      ['cash-drawer', 'create', at(5)],
      ['shifts', 'close', at(4)],
    ]);
    const [opened, paidIn, paidOut, drawer, closed] = entries;
    expect(opened).toMatchObject({
      actor: { id: await person('EMP001'), kind: 'staff' },
      store_id: DOWNTOWN_ID,
      terminal_id: till.terminal,
      address: '127.0.0.1',
      user_agent: 'Till/1',
      request_id: expect.stringMatching(/./),
    });
    expect(opened?.changes).toEqual(set({ status: 'open', opening_float: '100.00' }));
    expect(paidIn?.changes).toEqual(set({ amount: '50.00', reason: 'From the bank' }));
    expect(paidOut?.changes).toEqual(set({ amount: '12.00', reason: 'Cab' }));
    expect(drawer?.changes).toEqual(set({ reason: 'Change for 50' }));
    expect(closed?.changes).toEqual(
      set({
        status: 'closed',
        expected_amount: '151.53',
        counted_amount: '151.53',
        variance: '0.00',
        variance_reason: '',
      }),
    );
    const shift = `record=shifts/${opened?.record_id}`;
    expect((await audit.log(shift)).map(({ action }) => action)).toEqual([
      ...['close', 'paid-out', 'paid-in', 'open'],
    ]);
  });

  it('leaves one entry for a return, and none again for entries that are sent twice', async () => {
    const back = {
      transaction: `${till.terminal}-000001`,
      return_reason: 'defective',
      notes: 'Mrs. Smith will come back',
      line_items: [{ line: 0, quantity: 1 }],
      refund_to: 'cash',
    };
    const opening = till.write('shift_open', { opening_float: '100.00' }, hoursAgo(3));
    expect(await sync([opening, till.sale(hoursAgo(2))])).toEqual(['accepted', 'accepted']);
    till.write('return', { ...back, employee_id: 'EMP003' }, hoursAgo(1));
    expect(await sync(till.entries.slice(2), 'EMP003')).toEqual(['accepted']);
    const entries = await log();
    expect(entries.map(({ action }) => action)).toEqual(['open', 'complete']);
    expect(entries[1]).toMatchObject({
      actor: { id: await person('EMP003') },
      record_type: 'returns',
      at: hoursAgo(1).toISOString(),
    });
    const { return_number, transaction, ...rest } = entries[1]?.changes ?? {};
    expect(rest).toEqual(
      set({
        status: 'completed',
        return_reason: 'defective',
        refund_to: 'cash',
        refund_amount: '13.53',
        restock: true,
      }),
    );
    expect(await sync(till.entries, 'EMP003')).toEqual(Array(3).fill('duplicate'));
    expect(await log()).toEqual(entries);
  });

  it('leaves none for an entry that is held, until a person books it', async () => {
    const moved = { employee_id: 'EMP001', amount: '5.00', reason: 'Coins' };
    expect(await sync([till.write('cash_in', moved, hoursAgo(2))])).toEqual(['held']);
    expect(await log()).toEqual([]);
    const opening = till.write('shift_open', { opening_float: '20.00' }, hoursAgo(2));
    expect(await sync([opening])).toEqual(['accepted']);
    const [entry] = (
      await audit.send('GET', `/pos/journal/?terminal_id=${till.terminal}&status=held`)
    ).body;
    const retried = await audit.send('POST', `/pos/journal/${entry.id}/retry/`);
    expect([retried.status, retried.body.status]).toEqual([200, 'accepted']);
    const entries = await log();
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['open', 'paid-in']);
    expect(entries.find(({ action }) => action === 'paid-in')).toMatchObject({
      actor: { id: await person('EMP001') },
      address: null,
      changes: set({ amount: '5.00', reason: 'Coins' }),
    });
  });
});
