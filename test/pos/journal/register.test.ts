import '../../support/till-device.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTillhouse, newKey, type Tillhouse } from '../../../packages/client/src/index.js';
import { addGood, EMPTY } from '../../../web/register/state/basket.js';
import { termsOf, totalsFor } from '../../../web/register/state/basket-totals.js';
import { ENTRIES, inDatabase } from '../../../web/register/state/database.js';
import { enterBooked, enterSales } from '../../../web/register/state/enter-sales.js';
import {
  alignJournal,
  ensureJournal,
  keepForgotten,
} from '../../../web/register/state/journal/align.js';
import { hashOf } from '../../../web/register/state/journal/chain.js';
import { append, entriesFrom } from '../../../web/register/state/journal/entries.js';
import { recordStep } from '../../../web/register/state/journal/index.js';
import { sendWaiting } from '../../../web/register/state/journal/send.js';
import { refreshUnsent, unsentAt } from '../../../web/register/state/journal/unsent.js';
import { movementAsk } from '../../../web/register/state/movement-ask.js';
import { findKept, paidBackToday } from '../../../web/register/state/offline-return.js';
import type { KeptPromotion } from '../../../web/register/state/promotions.js';
import { NEW_SALE, newPaying, sale } from '../../../web/register/state/sale.js';
import { entryRequestOf } from '../../../web/register/state/sale-request.js';
import { takeTender } from '../../../web/register/state/tender.js';
import {
  mayHaveBooked,
  noteBooked,
  noteSale,
  toEnter,
} from '../../../web/register/state/to-enter.js';
import type { Good, Session, StoreSettings } from '../../../web/register/state/types.js';
import { openShop, type Shop } from '../../support/service.js';
import { counterOf, DOWNTOWN_ID, mug } from '../../transactions/support.js';
import { CASH, query, syncOf, Till } from './support.js';

let shop: Shop;
let baseUrl: string;
let terminal: string;
let api: Tillhouse;
let tills = 0;
const { now } = Date;
/** How far device and service have gone on since the test began. */
let passedMs = 0;
beforeAll(async () => {
  shop = await openShop({ background: false, clock: { now: () => new Date(now() + passedMs) } });
  baseUrl = await shop.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => shop.close());

const signInAs = async (till: string): Promise<void> => {
  terminal = till;
  api = createTillhouse({ baseUrl });
  api.tokens.set({ access: await shop.tillToken('EMP001', till) });
};
/** Each test has a till of its own. */
beforeEach(() => {
  tills += 1;
  return signInAs(`T-R${tills}`);
});

const session = () => ({ terminal, user: { number: 'EMP001', name: 'Emma' } }) as Session;
const sell = (online: boolean, key = newKey()) =>
  recordStep(api, session(), {
    kind: 'sale',
    data: { ...mug(), payments: [CASH] },
    total: '13.53',
    key,
    online,
  });
const moveCash = (online: boolean, amount = '5.00') =>
  recordStep(api, session(), {
    kind: 'cash_in',
    data: { amount, reason: 'Change' },
    key: newKey(),
    online,
  });
const store = (more: Partial<StoreSettings>): StoreSettings => ({
  ...{ id: DOWNTOWN_ID, code: 'DOWNTOWN', name: 'Downtown', address: '', receiptFooter: '' },
  ...{ currency: 'USD', timeZone: 'America/New_York' },
  taxes: [{ id: newKey(), code: 'NY', name: 'Sales tax', rate: '0.0825', rates: [] }],
  policy: { priceOverride: false, discountAbove: undefined },
  ...more,
});

/** The connection ends after some characters of the answer. */
const brokenOff = (error: Error = new TypeError('terminated')): Response =>
  new Response(
    new ReadableStream({
      start: stream => {
        stream.enqueue(new TextEncoder().encode('{"results":['));
        stream.error(error);
      },
    }),
  );

const stored = () =>
  query<{ counter: number; status: string; reason: string | null }>(
    shop,
    `select counter, status, reason from till_journal where terminal_id = $1
     order by received_at, counter`,
    [terminal],
  );

describe('a till that two devices have used', () => {
  it('books again after the entries of one of them were held', async () => {
    await sell(true);
    const [first] = await query<{ hash: string }>(
      shop,
      'select hash from till_journal where terminal_id = $1',
      [terminal],
    );
    await sell(false);
    await sell(false);
    const other = new Till(terminal, 1, first?.hash);
    const sync = syncOf(shop, () => shop.tillToken('EMP001', terminal));
    await sync(terminal, [other.sale(new Date(), { number: `${terminal}-000901` })]);
    await alignJournal(api, terminal);
    const results = await sendWaiting(api, terminal);
    expect(results.map(({ reason }) => reason)).toEqual(['CHAIN_FORKED', 'CHAIN_BROKEN']);
    await ensureJournal(api, terminal);
    const online = await sell(true);
    expect([online.state, online.counter, online.number]).toEqual([
      'sent',
      3,
      `${terminal}-000902`,
    ]);
    expect((await sell(false)).counter).toBe(4);
    expect((await sendWaiting(api, terminal)).map(({ status }) => status)).toEqual(['accepted']);
  });

  it('books the next sale after one that was held at once', async () => {
    const other = new Till(terminal);
    await ensureJournal(api, terminal);
    const sync = syncOf(shop, () => shop.tillToken('EMP001', terminal));
    await sync(terminal, [other.sale(new Date())]);
    expect([(await sell(true)).state, (await sell(true)).state]).toEqual(['held', 'sent']);
    expect(await stored()).toEqual([
      { counter: 1, status: 'accepted', reason: null },
      { counter: 1, status: 'held', reason: 'CHAIN_FORKED' },
      { counter: 2, status: 'accepted', reason: null },
    ]);
  });
});

describe('a sale that the routes of the service have booked', () => {
  const paid = async (): Promise<string> => {
    const counter = counterOf(shop);
    const token = await shop.tillToken('EMP001', terminal);
    const number = await counter.ring(undefined, token);
    expect((await counter.pay(number, CASH, token)).status).toBe(202);
    return number;
  };
  const toBeEntered = (number: string, key = newKey()) => ({
    ...{ key, number, terminal, total: '13.53', employee: 'EMP001' },
  });
  const enter = () => enterSales(api, session(), () => undefined);
  const numbers = () =>
    query<{ transaction_number: string; till_number: string }>(
      shop,
      `select transaction_number, till_number from transactions
       where terminal_id = $1 and till_number is not null order by till_number`,
      [terminal],
    );

  it('becomes one entry with the next number, by two tabs and after a reload', async () => {
    const number = await paid();
    const note = toBeEntered(number);
    toEnter.set([note]);
    await Promise.all([enter(), enter()]);
    expect(toEnter.get()).toEqual([]);
    toEnter.set([note]);
    await enter();
    expect(await numbers()).toEqual([
      { transaction_number: number, till_number: `${terminal}-000001` },
    ]);
    expect((await sell(true)).number).toBe(`${terminal}-000002`);
    expect(await stored()).toEqual([
      { counter: 1, status: 'accepted', reason: null },
      { counter: 2, status: 'accepted', reason: null },
    ]);
  });

  it('is not asked for again once the service has refused its entry, and uses up no number', async () => {
    const number = await paid();
    toEnter.set([toBeEntered(number), toBeEntered(number)]);
    await enter();
    expect(toEnter.get()).toEqual([]);
    expect(await stored()).toEqual([{ counter: 1, status: 'accepted', reason: null }]);
    expect((await sell(true)).number).toBe(`${terminal}-000002`);
  });

  it('is noted once by two tabs, also after the first has entered it', async () => {
    const number = await paid();
    noteSale(session(), number, '13.53');
    noteSale(session(), number, '13.53');
    expect(toEnter.get()).toHaveLength(1);
    await enter();
    noteSale(session(), number, '13.53');
    await enter();
    expect([toEnter.get(), await stored()]).toEqual([
      [],
      [{ counter: 1, status: 'accepted', reason: null }],
    ]);
  });

  it('waits while its till is signed out', async () => {
    const note = toBeEntered(await paid());
    toEnter.set([note]);
    api.tokens.set({ access: 'none' });
    await expect(enter()).rejects.toMatchObject({ status: 401 });
    expect(toEnter.get()).toEqual([note]);
    await signInAs(terminal);
    await enter();
    expect([toEnter.get(), (await numbers()).length]).toEqual([[], 1]);
  });
});

describe('cash for a sale that the service has', () => {
  const method = { code: 'cash', name: 'Cash', type: 'cash' } as const;
  const here = () => ({ ...session(), store: store({}) });
  /** The rest of a sale paid in parts, at its payment. */
  const payingFor = async (): Promise<string> => {
    const counter = counterOf(shop);
    const token = await shop.tillToken('EMP001', terminal);
    const number = await counter.ring(undefined, token);
    await counter.pay(number, { ...CASH, tendered_amount: '5.00' }, token);
    await ensureJournal(api, terminal);
    const paying = { ...newPaying(), number, paidMinor: 500 };
    const totals = { subtotalMinor: 1_250, taxMinor: 103, totalMinor: 1_353 };
    const takenOver = { kind: 'sale' as const, customer: '', totals };
    sale.set({ ...NEW_SALE, paying: { ...paying, takenOver } });
    return number;
  };
  const tender = { method, tenderedMinor: 1_000, tipMinor: 0, creditCode: '', reference: '' };
  const statusOf = (number: string) =>
    query(
      shop,
      `select status, till_number, change_due::text from transactions
       where transaction_number = $1`,
      [number],
    );

  it('is an entry with the number of the till, with and without a connection', async () => {
    const first = await payingFor();
    expect(await takeTender(api, here(), tender, true)).toBe('completed');
    expect(sale.get().done).toMatchObject({ number: first, tillNumber: `${terminal}-000001` });
    const second = await payingFor();
    expect(await takeTender(api, here(), tender, false)).toBe('offline');
    expect(sale.get().done).toMatchObject({ number: null, tillNumber: `${terminal}-000002` });
    expect(await statusOf(second)).toMatchObject([{ status: 'partially_paid' }]);
    await sendWaiting(api, terminal);
    for (const [number, till_number] of [
      [first, `${terminal}-000001`],
      [second, `${terminal}-000002`],
    ]) {
      expect(await statusOf(String(number))).toEqual([
        { status: 'completed', till_number, change_due: '1.47' },
      ]);
    }
    expect(toEnter.get()).toEqual([]);
  });

  it('is booked once if the answer is lost', async () => {
    const number = await payingFor();
    const deaf = createTillhouse({
      baseUrl,
      tokens: api.tokens,
      fetch: async input => {
        await fetch(input);
        throw new TypeError('no answer');
      },
    });
    expect(await takeTender(deaf, here(), tender, true)).toBe('offline');
    const results = await sendWaiting(api, terminal);
    expect(results.map(({ status }) => status)).toEqual(['duplicate']);
    expect(await statusOf(number)).toMatchObject([{ status: 'completed', change_due: '1.47' }]);
  });

  it.each(['breaks off in the middle', 'is not one of the service'])(
    'is booked once if the answer %s',
    async which => {
      const number = await payingFor();
      const cut = createTillhouse({
        baseUrl,
        tokens: api.tokens,
        fetch: async input => {
          await fetch(input);
          return which === 'is not one of the service' ? new Response('<html>') : brokenOff();
        },
      });
      expect(await takeTender(cut, here(), tender, true)).toBe('offline');
      expect(sale.get().done).toMatchObject({ tillNumber: `${terminal}-000001` });
      const results = await sendWaiting(api, terminal);
      expect(results.map(({ counter, status }) => [counter, status])).toEqual([[1, 'duplicate']]);
      expect(await statusOf(number)).toMatchObject([{ status: 'completed', change_due: '1.47' }]);
      expect(await stored()).toEqual([{ counter: 1, status: 'accepted', reason: null }]);
    },
  );

  it('is taken once as a part if the answer breaks off, however the browser says so', async () => {
    const number = await payingFor();
    const part = { ...tender, tenderedMinor: 300 };
    const cut = createTillhouse({
      baseUrl,
      tokens: api.tokens,
      fetch: async input => {
        await fetch(input);
        return brokenOff(new DOMException('BodyStreamBuffer was aborted', 'AbortError'));
      },
    });
    await expect(takeTender(cut, here(), part, true)).rejects.toThrow();
    expect(sale.get().paying?.open).toMatchObject({ code: 'cash', tenderedMinor: 300 });
    expect(await takeTender(api, here(), part, true)).toBe('part');
    expect(sale.get().paying).toMatchObject({ paidMinor: 800, open: null });
    expect(await statusOf(number)).toMatchObject([{ status: 'partially_paid' }]);
    const paid = await query(
      shop,
      `select total_paid::text from transactions where transaction_number = $1`,
      [number],
    );
    expect(paid).toEqual([{ total_paid: '8.00' }]);
  });

  it('is entered from what an earlier release kept outside the journal', async () => {
    const number = await payingFor();
    const old = {
      ...{ employee: 'EMP001', employeeName: 'Emma', terminal, total: '13.53', claim: mug() },
      payment: { key: newKey(), tender: { ...CASH, tendered_amount: '10.00' } },
    };
    const kept = [
      { ...old, number, attempted: true },
      { ...old, number: null, attempted: false, payment: { key: newKey(), tender: CASH } },
      { ...old, number: null, attempted: true, payment: { key: newKey(), tender: CASH } },
    ];
    localStorage.setItem('tillhouse.register.outbox', JSON.stringify(kept));
    const { moveOldSales } = await import('../../../web/register/state/old-outbox.js');
    await moveOldSales(`${terminal}-B`);
    expect(unsentAt(terminal)).toEqual([]);
    await Promise.all([moveOldSales(terminal), moveOldSales(terminal)]);
    expect(localStorage.getItem('tillhouse.register.outbox')).toBe('[]');
    await sendWaiting(api, terminal);
    expect(await stored()).toEqual([
      { counter: 1, status: 'accepted', reason: null },
      { counter: 2, status: 'accepted', reason: null },
      { counter: 3, status: 'held', reason: 'MAY_BE_BOOKED' },
    ]);
    expect(await statusOf(number)).toMatchObject([{ status: 'completed' }]);
  });
});

describe('a refund that the routes of the service have made', () => {
  const manager = async (): Promise<Session> => {
    api.tokens.set({ access: await shop.tillToken('EMP003', terminal) });
    return { terminal, user: { number: 'EMP003', name: 'Mia' } } as Session;
  };

  /** The first entry, from which on the journal has all that the routes book. */
  const begin = async (here: Session): Promise<void> => {
    await ensureJournal(api, terminal);
    const data = { ...mug({ employee_id: 'EMP003' }), payments: [CASH] };
    const first = { kind: 'sale' as const, data, total: '13.53', key: newKey(), online: true };
    expect(await recordStep(api, here, first)).toMatchObject({ counter: 1, state: 'sent' });
  };

  /** Counts the questions of a till that has its journal; `first` happens before each answer. */
  const asking = (first: () => void = () => undefined) => {
    const asked: string[] = [];
    const counted = createTillhouse({
      baseUrl,
      tokens: api.tokens,
      fetch: async input => {
        const { method, url } = input as Request;
        if (method === 'GET') {
          asked.push(new URL(url).pathname);
          first();
        }
        return fetch(input);
      },
    });
    return { asked, counted };
  };

  it('becomes one entry by two tabs, and after a reload none', async () => {
    const here = await manager();
    await begin(here);
    const counter = counterOf(shop);
    const token = await shop.tillToken('EMP003', terminal);
    const number = await counter.ring(mug({ employee_id: 'EMP003' }), token);
    await counter.pay(number, CASH, token);
    expect((await counter.voidSale(number, {}, token)).status).toBe(200);
    mayHaveBooked.set(false);
    noteBooked({ method: 'GET' }, '/transactions/{transactionId}/void/');
    noteBooked({ method: 'POST' }, '/returns/preview/');
    expect(mayHaveBooked.get()).toBe(false);
    noteBooked({ method: 'POST' }, '/transactions/{transactionId}/void/');
    const { asked, counted } = asking();
    await Promise.all([enterBooked(counted, here), enterBooked(counted, here)]);
    expect([asked, mayHaveBooked.get()]).toEqual([['/pos/sync/', '/pos/sync/'], false]);
    mayHaveBooked.set(true);
    await enterBooked(api, here);
    expect(mayHaveBooked.get()).toBe(false);
    expect(
      await query(
        shop,
        `select counter, kind, status, transaction_number from till_journal
         where terminal_id = $1 and counter > 1 order by counter`,
        [terminal],
      ),
    ).toEqual([
      { counter: 2, kind: 'sale', status: 'accepted', transaction_number: number },
      { counter: 3, kind: 'return', status: 'accepted', transaction_number: number },
    ]);
  });

  it('is asked for again while the till is signed out', async () => {
    const here = await manager();
    api.tokens.set({ access: 'none' });
    mayHaveBooked.set(true);
    await expect(enterBooked(api, here)).rejects.toMatchObject({ status: 401 });
    expect(mayHaveBooked.get()).toBe(true);
  });

  it('is asked for by the timer, not at once, while another entry has no answer', async () => {
    const here = await manager();
    await begin(here);
    const counter = counterOf(shop);
    const token = await shop.tillToken('EMP003', terminal);
    const number = await counter.ring(mug({ employee_id: 'EMP003' }), token);
    await counter.pay(number, CASH, token);
    await counter.voidSale(number, {}, token);
    const about = { total: '13.53', employeeName: 'Mia' };
    const data = { ...mug(), payments: [CASH] };
    await append({ terminal, key: newKey(), kind: 'sale', data, about, state: 'open' });
    mayHaveBooked.set(true);
    // A change of the flag, there and back, would start the next look without a pause.
    const flags: unknown[] = [];
    const { asked, counted } = asking(() => flags.push(mayHaveBooked.get()));
    await expect(enterBooked(counted, here)).rejects.toMatchObject({ code: 'TILL_BUSY' });
    expect([asked, flags, mayHaveBooked.get()]).toEqual([['/pos/sync/'], [true], true]);
    expect(await stored()).toEqual([{ counter: 1, status: 'accepted', reason: null }]);
  });

  it('is asked for once more if the routes book while the till looks', async () => {
    const here = await manager();
    await ensureJournal(api, terminal);
    mayHaveBooked.set(true);
    const { counted } = asking(() =>
      noteBooked({ method: 'POST' }, '/transactions/{transactionId}/void/'),
    );
    await enterBooked(counted, here);
    expect(mayHaveBooked.get()).not.toBe(false);
    await enterBooked(api, here);
    expect(mayHaveBooked.get()).toBe(false);
  });
});

describe('an entry that the service cannot store as it is', () => {
  const note = 'half \ud83d, whole \u{1f375}, nothing \0';
  const sellWith = (text: string) =>
    recordStep(api, session(), {
      kind: 'sale',
      data: { ...mug({ note: text }), payments: [CASH] },
      total: '13.53',
      key: newKey(),
      online: false,
    });
  const results = async () =>
    (await sendWaiting(api, terminal)).map(({ counter, status, reason }) => ({
      ...{ counter, status, reason },
    }));

  it('is written without the characters that no database takes', async () => {
    await ensureJournal(api, terminal);
    await sellWith(note);
    expect(await results()).toEqual([{ counter: 1, status: 'accepted', reason: null }]);
    const [row] = await query(
      shop,
      `select data ->> 'note' as note from till_journal where terminal_id = $1`,
      [terminal],
    );
    expect(row).toEqual({ note: 'half \ufffd, whole \u{1f375}, nothing \ufffd' });
  });

  it('of an earlier release is held for a manager, and those after it are booked', async () => {
    await ensureJournal(api, terminal);
    for (const text of ['one', 'two', 'three']) await sellWith(text);
    // As an earlier release wrote it: the text as it came, and the hash over it.
    await inDatabase('readwrite', async table => {
      let hash = '0'.repeat(64);
      for (const entry of await entriesFrom(table, terminal, 0)) {
        const data = entry.counter === 2 ? { ...entry.data, note } : entry.data;
        const link = { ...entry, data, previous_hash: hash };
        hash = hashOf(link);
        table(ENTRIES).put({ ...link, hash });
      }
    });
    expect(await results()).toEqual([
      { counter: 1, status: 'accepted', reason: null },
      { counter: 2, status: 'held', reason: 'ENTRY_EDITED' },
      { counter: 3, status: 'accepted', reason: null },
    ]);
    expect(unsentAt(terminal)).toEqual([]);
  });

  it('is held on the device if the service refuses it whatever is sent with it', async () => {
    await ensureJournal(api, terminal);
    await sell(false);
    let deep: object = {};
    for (let level = 0; level < 100; level += 1) deep = { deep };
    const about = { total: null, employeeName: 'Emma' };
    const data = { employee_id: 'EMP001', reason: 'Change', deep };
    await append({ terminal, key: newKey(), kind: 'drawer_open', data, about, state: 'waiting' });
    await sell(false);
    expect(await results()).toEqual([
      { counter: 1, status: 'accepted', reason: null },
      { counter: 2, status: 'held', reason: 'INVALID_JSON' },
      { counter: 3, status: 'accepted', reason: null },
    ]);
    expect(await stored()).toEqual([
      { counter: 1, status: 'accepted', reason: null },
      { counter: 3, status: 'accepted', reason: null },
    ]);
    const gaps = await query(
      shop,
      'select first_counter, last_counter, missing from till_journal_gaps where terminal_id = $1',
      [terminal],
    );
    expect(gaps).toEqual([{ first_counter: 2, last_counter: 2, missing: 1 }]);
    const kept = await inDatabase('readonly', table => entriesFrom(table, terminal, 2, 1));
    expect(kept).toMatchObject([{ counter: 2, state: 'held', reason: 'INVALID_JSON', data }]);
    expect(await sell(true)).toMatchObject({ counter: 4, state: 'sent' });
  });
});

describe('a device that signs in as another till', () => {
  const first = () => `T-R${tills}`;
  const second = () => `T-R${tills}-B`;

  it('keeps the unsent sales of the first one in its list, and sends them there', async () => {
    await ensureJournal(api, terminal);
    await sell(false);
    await signInAs(second());
    await sell(true);
    await refreshUnsent(terminal);
    expect(await sendWaiting(api, terminal)).toEqual([]);
    expect(unsentAt(first()).map(({ number }) => number)).toEqual([`${first()}-000001`]);
    await signInAs(first());
    expect((await sendWaiting(api, terminal)).map(({ status }) => status)).toEqual(['accepted']);
    expect(unsentAt(first())).toEqual([]);
  });

  it('does not repeat an open payment of the first one with the login of the second', async () => {
    const key = newKey();
    await ensureJournal(api, terminal);
    const about = { total: '13.53', employeeName: 'Emma' };
    const data = { ...mug(), payments: [CASH] };
    await append({ terminal, key, kind: 'sale', data, about, state: 'open' });
    await signInAs(second());
    await ensureJournal(api, terminal);
    for (const online of [true, false]) {
      await expect(sell(online, key)).rejects.toMatchObject({ code: 'TILL_CHANGED', status: 401 });
    }
    expect(await stored()).toEqual([]);
    await signInAs(first());
    expect(await sell(true, key)).toMatchObject({ state: 'sent', terminal: first() });
  });
});

describe('a service that was restored from a backup', () => {
  it('gets the entries after the backup again, booked and held', async () => {
    await sell(true);
    const key = newKey();
    await sell(false, key);
    // Booked for a shift, and none is open.
    await moveCash(false);
    const states = async () => (await stored()).map(({ counter, status }) => [counter, status]);
    const before = [
      [1, 'accepted'],
      [2, 'accepted'],
      [3, 'held'],
    ];
    await sendWaiting(api, terminal);
    expect(await states()).toEqual(before);
    const [first] = await query<{ hash: string }>(
      shop,
      'select hash from till_journal where terminal_id = $1 and counter = 1',
      [terminal],
    );
    await query(shop, 'delete from till_journal where terminal_id = $1 and counter > 1', [
      terminal,
    ]);
    await query(
      shop,
      'update till_journal_heads set counter = 1, hash = $2 where terminal_id = $1',
      [terminal, first?.hash],
    );
    await alignJournal(api, terminal);
    expect(unsentAt(terminal).map(({ counter }) => counter)).toEqual([2, 3]);
    const results = await sendWaiting(api, terminal);
    expect(results.map(({ counter }) => counter)).toEqual([2, 3]);
    expect((await sell(true)).counter).toBe(4);
  });
});

describe('a journal that is compared while an entry is booked', () => {
  it('keeps the entry, whether the service answers before or after it', async () => {
    await ensureJournal(api, terminal);
    // As after a reload: no payment is on the screen.
    const compare = () => alignJournal(api, terminal, () => undefined);
    const [, first, , second] = await Promise.all([compare(), sell(true), compare(), sell(true)]);
    expect([first.counter, second.counter]).toEqual([1, 2]);
    expect((await sell(true)).counter).toBe(3);
    expect((await stored()).map(({ status }) => status)).toEqual([
      'accepted',
      'accepted',
      'accepted',
    ]);
  });
});

describe('a till that was reloaded while it asked for a step, and finds no connection', () => {
  it('sells on, and sends the step before the sale', async () => {
    await ensureJournal(api, terminal);
    const about = { total: null, employeeName: 'Emma' };
    const step = { terminal, key: newKey(), kind: 'drawer_open' as const, about };
    await append({ ...step, data: { employee_id: 'EMP001', reason: 'Check' }, state: 'open' });
    await expect(sell(false)).rejects.toMatchObject({ code: 'TILL_BUSY' });
    await keepForgotten(terminal, () => undefined);
    expect((await sell(false)).counter).toBe(2);
    await sendWaiting(api, terminal);
    expect((await stored()).map(({ counter, status }) => [counter, status])).toEqual([
      [1, 'accepted'],
      [2, 'accepted'],
    ]);
  });

  it('leaves a payment open whose sale is on the screen', async () => {
    await ensureJournal(api, terminal);
    const key = newKey();
    const about = { total: '13.53', employeeName: 'Emma' };
    const data = { ...mug(), payments: [CASH] };
    await append({ terminal, key, kind: 'sale', data, about, state: 'open' });
    await keepForgotten(terminal, () => key);
    expect(unsentAt(terminal)).toEqual([]);
    expect(await sell(true, key)).toMatchObject({ state: 'sent', counter: 1 });
  });
});

describe('a sale that is paid in parts without a connection', () => {
  const ending: KeptPromotion = {
    ...{ id: newKey(), name: 'Morning', kind: 'percentage', value: 1_000, priority: 0 },
    ...{ scope: { kind: 'order', ids: [] }, stackable: true, endsAt: null },
  };
  it('costs what it cost at its first part, if a promotion ends before the last', async () => {
    const [found] = await query<{ id: string }>(
      shop,
      `select id from product_variants where sku = 'MUG-WHITE'`,
      [],
    );
    const good: Good = {
      ...{ variantId: found?.id ?? '', productId: 1, sku: 'MUG-WHITE', barcode: null },
      ...{ unit: 'piece', name: 'White Mug', product: 'White Mug', category: '' },
      ...{ categoryId: null, priceMinor: 1_250, isTaxExempt: false, minimumAge: null },
    };
    await ensureJournal(api, terminal);
    const basket = addGood(EMPTY, good, 'mug');
    const terms = termsOf(basket, store({ promotions: [ending] }));
    const later = { ...session(), store: store({}) };
    expect(totalsFor(basket, later.store).totalMinor).toBe(1_353);
    // 12.50 less 10 %, and 8.25 % tax.
    expect(totalsFor(basket, later.store, terms).totalMinor).toBe(1_218);
    const payments = [
      { ...CASH, tendered_amount: '5.00' },
      { ...CASH, tendered_amount: '7.18' },
    ];
    const data = { ...entryRequestOf(basket, later, terms), payments };
    const step = { kind: 'sale' as const, data, total: '12.18', key: newKey() };
    await recordStep(api, later, { ...step, online: false });
    await sendWaiting(api, terminal);
    expect(await stored()).toEqual([{ counter: 1, status: 'accepted', reason: null }]);
    expect(
      await query(
        shop,
        `select total_amount::text, total_paid::text, status from transactions
         where terminal_id = $1`,
        [terminal],
      ),
    ).toEqual([{ total_amount: '12.18', total_paid: '12.18', status: 'completed' }]);
  });
});

describe('a sale that comes back without a connection', () => {
  const goods = (sku: string, more: object = {}) => ({
    ...{ sku, name: sku, unit: 'piece', quantity: 2, netMinor: 1_000, taxMinor: 80 },
    ...more,
  });

  it('is known by its lines at the service, what paid for it and what came back', async () => {
    await ensureJournal(api, terminal);
    const sold = await recordStep(api, session(), {
      kind: 'sale',
      data: { ...mug(), payments: [CASH] },
      total: '13.53',
      goods: [goods('GIFT-SET', { parts: 3 }), goods('MUG-WHITE')],
      key: newKey(),
      online: false,
    });
    const wanted = String(sold.number);
    const line_items = [{ line: 3, quantity: 1 }];
    await recordStep(api, session(), {
      kind: 'return',
      data: { transaction: wanted, line_items, refund_to: 'cash', refund_amount: '5.40' },
      key: newKey(),
      online: false,
    });
    expect(await findKept(terminal, wanted.toLowerCase())).toEqual({
      number: wanted,
      // The service has lines 0 to 2 for the parts of the bundle.
      lines: [goods('MUG-WHITE', { line: 3, returned: 1 })],
      hasBundles: true,
      paidWith: ['cash'],
      paidBack: ['5.40'],
    });
    const place = { terminal, store: { timeZone: 'America/New_York' } as StoreSettings };
    expect(await paidBackToday(place)).toEqual(['5.40']);
    expect(await paidBackToday({ ...place, terminal: 'T-OTHER' })).toEqual([]);
    Date.now = () => now() + 24 * 3_600_000;
    try {
      expect(await paidBackToday(place)).toEqual([]);
    } finally {
      Date.now = now;
    }
  });
});

describe('a till with unsent entries that is online again', () => {
  it('finishes a sale without waiting for them, and sends it after them', async () => {
    await ensureJournal(api, terminal);
    await sell(false);
    const next = await sell(true);
    expect([next.state, next.counter]).toEqual(['waiting', 2]);
    expect(await stored()).toEqual([]);
    await sendWaiting(api, terminal);
    expect((await stored()).map(({ counter, status }) => [counter, status])).toEqual([
      [1, 'accepted'],
      [2, 'accepted'],
    ]);
  });

  it('sends fewer at once after a request without an answer', async () => {
    await ensureJournal(api, terminal);
    const step = { kind: 'drawer_open' as const, data: { reason: 'Check' }, online: false };
    for (let n = 0; n < 40; n += 1) await recordStep(api, session(), { ...step, key: newKey() });
    const sent: number[] = [];
    const busy = createTillhouse({
      baseUrl,
      tokens: api.tokens,
      fetch: async input => {
        const request = input as Request;
        const { entries } = (await request.clone().json()) as { entries: unknown[] };
        sent.push(entries.length);
        if (sent.length === 1) throw new TypeError('no answer');
        return fetch(request);
      },
    });
    await expect(sendWaiting(busy, terminal)).rejects.toThrow('The service does not answer.');
    await sendWaiting(busy, terminal);
    expect(sent).toEqual([40, 25, 15]);
    expect((await stored()).map(({ status }) => status)).toEqual(Array(40).fill('accepted'));
  });

  it('books another step at the time of the service, however long the others took', async () => {
    // The past becomes the present: ids made in a future would sort after those of later tests.
    passedMs = -300_000;
    Date.now = () => now() + passedMs;
    const slow = createTillhouse({
      baseUrl,
      tokens: api.tokens,
      fetch: async input => {
        const answered = await fetch(input);
        passedMs = 0;
        return answered;
      },
    });
    try {
      await ensureJournal(api, terminal);
      await sell(false);
      const step = { kind: 'drawer_open' as const, data: { reason: 'Check' }, key: newKey() };
      const entry = await recordStep(slow, session(), { ...step, online: true });
      expect([entry.state, entry.counter]).toEqual(['sent', 2]);
    } finally {
      Date.now = now;
      passedMs = 0;
    }
  });
});

describe('a till whose journal is restarted', () => {
  const restart = async () => {
    const { status } = await shop.call('POST', `/terminals/${terminal}/restart-journal/`, {
      token: await shop.officeToken(),
      body: { reason: 'The counter has jumped' },
    });
    expect(status).toBe(200);
  };
  const inChains = () =>
    query<{ chain: number; counter: number; till_number: string; status: string }>(
      shop,
      `select chain, counter, till_number, status from till_journal where terminal_id = $1
       order by chain, counter`,
      [terminal],
    );
  const entry = (chain: number, counter: number, sale: number) => ({
    chain,
    counter,
    till_number: `${terminal}-00000${sale}`,
    status: 'accepted',
  });

  it('books once what was unsent: in the old chain if it had arrived, else in the new one', async () => {
    await sell(true);
    await sell(false);
    await sell(false);
    // The second sale arrives, and its answer is lost.
    const [waiting] = await refreshUnsent(terminal);
    if (waiting === undefined) throw new Error('nothing waits');
    const { counter, kind, occurred_at, data, previous_hash, hash } = waiting;
    await syncOf(shop, () => shop.tillToken('EMP001', terminal))(terminal, [
      { counter, kind, occurred_at, data, previous_hash, hash },
    ]);
    await restart();
    await sell(false);
    await alignJournal(api, terminal);
    expect((await sendWaiting(api, terminal)).map(({ status }) => status)).toEqual([
      'duplicate',
      'accepted',
      'accepted',
    ]);
    expect(unsentAt(terminal)).toEqual([]);
    const online = await sell(true);
    expect([online.state, online.number]).toEqual(['sent', `${terminal}-000005`]);
    expect(await inChains()).toEqual([
      entry(1, 1, 1),
      entry(1, 2, 2),
      entry(2, 1, 3),
      entry(2, 2, 4),
      entry(2, 3, 5),
    ]);
    const kept = await inDatabase('readonly', table => entriesFrom(table, terminal, 0));
    expect(kept.map(({ number, state }) => [number?.slice(-1), state])).toEqual([
      ['1', 'sent'],
      ['2', 'sent'],
      ['3', 'sent'],
      ['4', 'sent'],
      ['5', 'sent'],
    ]);
    await alignJournal(api, terminal);
    expect(unsentAt(terminal)).toEqual([]);
  });

  it('sells at once when it has nothing to send, and when nobody has told it', async () => {
    await sell(true);
    await restart();
    const asked = await sell(true);
    expect([asked.state, asked.number]).toEqual(['sent', `${terminal}-000002`]);
    await restart();
    await alignJournal(api, terminal);
    const aligned = await sell(true);
    expect([aligned.state, aligned.number]).toEqual(['sent', `${terminal}-000003`]);
    expect(await inChains()).toEqual([entry(1, 1, 1), entry(2, 1, 2), entry(3, 1, 3)]);
  });
});

describe('much cash at the register', () => {
  it('is taken back until somebody has approved it, and then booked once', async () => {
    await recordStep(api, session(), {
      kind: 'shift_open',
      data: { opening_float: '100.00' },
      key: newKey(),
      online: true,
    });
    const refused = await moveCash(true, '600.00').catch((error: unknown) => error);
    const ask = movementAsk(refused, 'Change');
    expect(ask).toMatchObject({
      requestType: 'cash_movement',
      about: 'cash',
      amountMinor: 60_000,
      details: { kind: 'paid_in' },
    });
    expect(await stored()).toMatchObject([{ counter: 1, status: 'accepted' }]);
    const call = async (path: string, token: string, body?: object) =>
      (await shop.call('POST', path, { token, body })).body;
    const { request_id: id } = await call(
      '/pos/approvals/request/',
      await shop.tillToken('EMP001', terminal),
      { request_type: ask?.requestType, amount: '600.00', reason: 'Bank', details: ask?.details },
    );
    await call(`/pos/approvals/${id}/approve/`, await shop.tillToken('EMP003'));
    const moved = await recordStep(api, session(), {
      kind: 'cash_in',
      data: { amount: '600.00', reason: 'Change', approval_request_id: id },
      key: newKey(),
      online: true,
    });
    expect(moved.state).toBe('sent');
    expect(await stored()).toMatchObject([
      { status: 'accepted' },
      { counter: 2, status: 'accepted' },
    ]);
  });
});
