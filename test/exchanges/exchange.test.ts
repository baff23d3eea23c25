import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { DOWNTOWN_ID, type Reply } from '../returns/support.js';
import { sellCard } from '../stored-value/support.js';
import {
  BEANS,
  cash,
  EXCHANGES,
  MUG,
  ok,
  openTrade,
  recordCounts,
  TEE,
  TEE_TOTAL,
  type Trade,
} from './support.js';

const LARGE = { sku: 'TEE-BLACK-L' };

let trade: Trade;
let at = Date.parse('2026-03-03T04:50:00.000Z');
beforeAll(async () => {
  // Each look at the clock is a millisecond later, so that ids are in order.
  const now = () => {
    at += 1;
    return new Date(at);
  };
  trade = await openTrade({ background: false, clock: { now } });
});
afterAll(() => trade.close());

const receipt = async (sale: string, format = 'text') =>
  (await trade.counter.get(`/transactions/${sale}/receipt/?format=${format}`)).text;

const drawerOf = async (shiftId: string): Promise<string> => {
  const token = await trade.shop.officeToken();
  const reply = await trade.shop.call('GET', `/cash-management/shifts/${shiftId}/x-report/`, {
    token,
  });
  return ok(reply).body.cash.expected;
};

describe('an even exchange', () => {
  it('swaps a size without money, links both sales and prints one receipt', async () => {
    const sale = await trade.sold([TEE], '2.06');
    const done = await trade.exchanged(sale, TEE.sku, [LARGE]);
    expect(done).toMatchObject({
      exchanged_amount: TEE_TOTAL,
      difference: '0.00',
      transaction: { status: 'completed', total_amount: TEE_TOTAL, amount_due: '0.00' },
      return: { status: 'completed', transaction: sale, refund_amount: TEE_TOTAL },
    });
    expect(done.return.exchange_transaction).toBe(done.transaction.transaction_id);
    expect(done.return.store_credit).toMatchObject({ amount: TEE_TOTAL, balance: '0.00' });
    const fresh = done.transaction.transaction_id;
    const shown = ok(await trade.counter.get(`/transactions/${fresh}/`)).body;
    expect(shown.exchange_of).toEqual({
      return_id: done.return.id,
      return_number: done.return.return_number,
      transaction_id: sale,
    });
    expect(shown.tax_breakdown).toMatchObject([{ tax_collected: '2.06' }]);
    expect(await trade.saleStatus(sale)).toBe('refunded');
    const text = await receipt(fresh);
    expect(text).toContain(`Returned goods of ${sale}`);
    expect(text).toMatch(/1 x Black Tee, Size M +-27\.06/);
    expect(text).toMatch(new RegExp(`Exchange ${done.return.return_number} +27\\.06`));
    expect(await receipt(fresh, 'html')).toContain(`Returned goods of ${sale}`);
    await trade.balanced();
  });

  it('answers a retry with the same key once more, and does nothing', async () => {
    const sale = await trade.sold([TEE], '2.06');
    const headers = { 'idempotency-key': 'size-swap-1' };
    const first = ok(await trade.exchange(sale, TEE.sku, [LARGE], {}, { headers }), 201);
    const counts = await recordCounts(trade.shop);
    const again = ok(await trade.exchange(sale, TEE.sku, [LARGE], {}, { headers }), 201);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await recordCounts(trade.shop)).toEqual(counts);
  });
});

describe('a difference', () => {
  it('is paid in cash, with change, into the drawer of the till', async () => {
    const shift = await trade.openShift();
    const before = Number(await drawerOf(shift));
    const sale = await trade.sold([MUG], '1.03');
    const done = await trade.exchanged(sale, MUG.sku, [TEE], { tender: cash('20.00') });
    expect(done).toMatchObject({ exchanged_amount: '13.53', difference: '13.53' });
    expect(done.transaction).toMatchObject({
      status: 'completed',
      total_amount: TEE_TOTAL,
      change_due: '6.47',
    });
    expect(Number(await drawerOf(shift))).toBeCloseTo(before + 13.53 + 13.53, 2);
    const text = await receipt(done.transaction.transaction_id);
    expect(text).toMatch(/Cash +20\.00/);
    await trade.balanced();
  });

  it('is refunded in cash with an approval over the difference alone', async () => {
    const sale = await trade.sold([TEE], '2.06');
    const ask = { refund_to: 'cash' };
    const counts = await recordCounts(trade.shop);
    const refused = await trade.exchange(sale, TEE.sku, [MUG], ask);
    expect([refused.status, refused.body.code]).toEqual([403, 'APPROVAL_REQUIRED']);
    expect(await recordCounts(trade.shop)).toEqual(counts);
    const approval = await trade.counter.approved('refund', '13.53', { transaction_id: sale });
    const done = await trade.exchanged(sale, TEE.sku, [MUG], {
      ...ask,
      approval_request_id: approval,
    });
    expect(done.difference).toBe('-13.53');
    expect(
      done.return.refunds.map((one: { way: string; amount: string }) => [one.way, one.amount]),
    ).toEqual([
      ['store_credit', '13.53'],
      ['cash', '13.53'],
    ]);
    expect(await trade.counter.approvalStatus(approval)).toBe('consumed');
    expect(await receipt(done.transaction.transaction_id)).toMatch(/Refund REF-\S+ +-13\.53/);
    await trade.balanced();
  });

  it('goes back to the card, once, by the manager', async () => {
    const token = await trade.shop.tillToken('EMP003');
    const sale = await trade.soldByCard([TEE], '2.06');
    const done = await trade.exchanged(sale, TEE.sku, [MUG], { refund_to: 'original' }, { token });
    expect(done.return.refunds).toMatchObject([
      { way: 'store_credit', amount: '13.53', status: 'succeeded' },
      { way: 'processor', amount: '13.53', status: 'succeeded' },
    ]);
    const [row] = await statement<{ n: number; total: number }>(
      trade.shop.platform.db,
      `select count(*)::int as n, sum(amount_minor)::int as total from sandbox_refunds
       where intent_id = (select processor_transaction_id from payments
         where transaction_id = $1)`,
      [(await trade.counter.row(sale)).id],
    );
    expect(row).toEqual({ n: 1, total: 1353 });
    await trade.balanced();
  });

  it('stays on the store credit, which the customer can spend', async () => {
    const token = await trade.shop.tillToken('EMP003');
    const sale = await trade.sold([TEE], '2.06');
    const more = { refund_to: 'store_credit' };
    const done = await trade.exchanged(sale, TEE.sku, [MUG], more, { token });
    const { code, amount } = done.return.store_credit;
    expect(amount).toBe(TEE_TOTAL);
    const [row] = await statement<{ balance: string }>(
      trade.shop.platform.db,
      'select balance::text from value_accounts where code = $1',
      [code],
    );
    expect(row?.balance).toBe('13.53');
    await trade.balanced();
  });

  it('goes back onto a gift card only as far as a gift card paid', async () => {
    const token = await trade.shop.tillToken('EMP003');
    const { code } = await sellCard(trade.counter, '40.00');
    const byCard = {
      payment_method_id: 'gift_card',
      tendered_amount: TEE_TOTAL,
      gift_card_code: code,
    };
    const sale = await trade.sold([TEE], '2.06', [byCard]);
    const more = { refund_to: 'gift_card' };
    const done = await trade.exchanged(sale, TEE.sku, [MUG], more, { token });
    expect(done.return.refunds[1]).toMatchObject({ way: 'gift_card', amount: '13.53' });
    const other = await trade.sold([TEE], '2.06');
    const refused = await trade.exchange(other, TEE.sku, [MUG], more, { token });
    expect([refused.status, refused.body.code]).toEqual([400, 'REFUND_TO_NOT_PAID']);
    await trade.balanced();
  });

  it('on the card reader leaves the new sale partly paid for the card route', async () => {
    const sale = await trade.sold([MUG], '1.03');
    const tender = { payment_method_id: 'card' };
    const done = await trade.exchanged(sale, MUG.sku, [TEE], { tender });
    expect(done.transaction).toMatchObject({ status: 'partially_paid', amount_due: '13.53' });
    const rest = await trade.byCard('13.53');
    const paid = ok(await trade.counter.pay(done.transaction.transaction_id, rest), 202);
    expect(paid.body.transaction.status).toBe('completed');
    await trade.balanced();
  });
});

describe('afterwards', () => {
  it('a void of the new sale gives the value back onto the store credit', async () => {
    const sale = await trade.sold([TEE], '2.06');
    const done = await trade.exchanged(sale, TEE.sku, [LARGE]);
    const voided = ok(await trade.counter.voidSale(done.transaction.transaction_id)).body;
    expect(voided.payment_records[0].refunds).toMatchObject([
      { way: 'store_credit', amount: TEE_TOTAL, status: 'succeeded' },
    ]);
    const refused = await trade.counter.voidSale(sale);
    expect([refused.status, refused.body.code]).toEqual([409, 'INVALID_STATE']);
    await trade.balanced();
  });

  it('the new goods can be exchanged again, and part of a sale stays returnable', async () => {
    const sale = await trade.sold([TEE, BEANS], '2.06');
    const first = await trade.exchanged(sale, TEE.sku, [LARGE]);
    const second = await trade.exchanged(first.transaction.transaction_id, LARGE.sku, [TEE]);
    expect(second.difference).toBe('0.00');
    expect(await trade.saleStatus(sale)).toBe('partially_refunded');
    const beans = await trade.completed(sale, [{ sku: BEANS.sku, quantity: 1 }]);
    expect(beans.refund_amount).toBe('18.00');
    await trade.balanced();
  });
});

describe('refusals change nothing', () => {
  const refusals: [string, string, object[], object, number, string, string][] = [
    ['no tender', MUG.sku, [TEE], {}, 400, 'EXCHANGE_DIFFERENCE', 'tender'],
    [
      'too little',
      MUG.sku,
      [TEE],
      { tender: cash('5.00') },
      400,
      'EXCHANGE_DIFFERENCE',
      'tender.tendered_amount',
    ],
    [
      'a tender for nothing',
      MUG.sku,
      [MUG],
      { tender: cash('5.00') },
      400,
      'EXCHANGE_DIFFERENCE',
      'tender',
    ],
    [
      'both ways',
      MUG.sku,
      [TEE],
      { tender: cash('50.00'), refund_to: 'cash' },
      400,
      'EXCHANGE_DIFFERENCE',
      'refund_to',
    ],
    [
      'another sale’s line',
      crypto.randomUUID(),
      [TEE],
      {},
      400,
      'UNKNOWN_LINE',
      'returns.0.original_line_item',
    ],
    [
      'unknown goods',
      MUG.sku,
      [{ sku: 'NO-SUCH' }],
      {},
      400,
      'UNKNOWN_VARIANT',
      'line_items.0.sku',
    ],
    ['sums without a total', MUG.sku, [MUG], { subtotal: '12.50' }, 400, 'INVALID', 'subtotal'],
    [
      'a total without prices',
      MUG.sku,
      [MUG],
      { total_amount: '13.53' },
      400,
      'INVALID',
      'line_items.0.unit_price',
    ],
    [
      'an unknown method',
      MUG.sku,
      [TEE],
      { tender: { payment_method_id: 'gold', tendered_amount: '9' } },
      400,
      'UNKNOWN_PAYMENT_METHOD',
      'tender.payment_method_id',
    ],
  ];
  it.each(refusals)('%s', async (_name, back, out, more, status, code, field) => {
    const sale = await trade.sold([MUG], '1.03');
    const counts = await recordCounts(trade.shop);
    const refused = await trade.exchange(sale, back, out, more as Record<string, unknown>);
    expect([refused.status, refused.body.code, Object.keys(refused.body.errors ?? {})]).toEqual([
      status,
      code,
      [field],
    ]);
    expect(await recordCounts(trade.shop)).toEqual(counts);
    expect(await trade.saleStatus(sale)).toBe('completed');
  });

  it('names the difference, so that the till can ask how it is settled', async () => {
    const sale = await trade.sold([TEE], '2.06');
    const less = await trade.exchange(sale, TEE.sku, [MUG]);
    expect(less.body.details).toEqual({ difference: '-13.53' });
  });

  it('a sale of another store, an unpaid sale, and a desk without a till', async () => {
    const sale = await trade.sold([MUG], '1.03');
    const [line] = (await trade.lineIds(sale)).values();
    const open = await trade.counter.ring();
    expect((await trade.exchange(open, MUG.sku, [MUG])).body.code).toBe('NOT_RETURNABLE');
    const body = {
      transaction: sale,
      returns: [{ original_line_item: line, quantity: 1 }],
      line_items: [{ sku: MUG.sku, quantity: 1 }],
    };
    const desk = await trade.shop.call('POST', '/exchanges/', {
      token: await trade.shop.officeToken(),
      body,
    });
    expect(desk.status).toBe(403);
  });

  it('sums that contradict the prices are refused like those of any sale', async () => {
    const sale = await trade.sold([MUG], '1.03');
    const sums = { subtotal: '12.50', tax_amount: '1.03', total_amount: '13.00' };
    const line_items = [{ sku: MUG.sku, quantity: 1, unit_price: '12.50', subtotal: '12.50' }];
    const refused = await trade.exchange(sale, MUG.sku, [], { line_items, ...sums });
    expect([refused.status, refused.body.code]).toEqual([400, 'SUM_MISMATCH']);
    const right = { ...sums, total_amount: '13.53' };
    const done = await trade.exchanged(sale, MUG.sku, [], { line_items, ...right });
    expect(done.difference).toBe('0.00');
  });
});

describe('the list at the desk', () => {
  const list = async (query: string, token?: string) =>
    trade.shop.call('GET', `${EXCHANGES}?${query}`, {
      token: token ?? (await trade.shop.officeToken()),
    });
  const newSales = (reply: Reply): string[] =>
    ok(reply).body.map((one: { exchange_transaction: string }) => one.exchange_transaction);

  it('names both sales, the cashier and what was paid or refunded, page by page', async () => {
    const cheap = await trade.sold([MUG], '1.03');
    const paid = await trade.exchanged(cheap, MUG.sku, [TEE], { tender: cash('20.00') });
    const token = await trade.shop.tillToken('EMP003');
    const dear = await trade.sold([TEE], '2.06');
    const back = await trade.exchanged(dear, TEE.sku, [MUG], { refund_to: 'cash' }, { token });
    const first = ok(await list('limit=1'));
    expect(first.body).toEqual([
      {
        id: back.return.id,
        return_number: back.return.return_number,
        transaction: dear,
        exchange_transaction: back.transaction.transaction_id,
        exchange_status: 'completed',
        store: DOWNTOWN_ID,
        terminal_id: 'T-003',
        employee: back.return.requested_by,
        employee_name: 'Morgan Reyes',
        currency: 'USD',
        returned_amount: TEE_TOTAL,
        total_amount: '13.53',
        exchanged_amount: '13.53',
        difference: '-13.53',
        refund_to: 'cash',
        created_at: back.return.created_at,
      },
    ]);
    const next = /<\/exchanges\/\?(.+)>/.exec(String(first.headers.link))?.[1] ?? '';
    expect(ok(await list(next)).body).toMatchObject([
      {
        transaction: cheap,
        exchange_transaction: paid.transaction.transaction_id,
        employee_name: 'Casey Nguyen',
        returned_amount: '13.53',
        total_amount: TEE_TOTAL,
        exchanged_amount: '13.53',
        difference: '13.53',
        refund_to: null,
      },
    ]);
    const ofManager = newSales(await list('employee=EMP003'));
    expect(ofManager).toContain(back.transaction.transaction_id);
    expect(ofManager).not.toContain(paid.transaction.transaction_id);
  });

  it('goes by the days of the store', async () => {
    // 23:55 on 2 March and 00:01 on 3 March in New York.
    const times = ['2026-03-03T04:55:00.000Z', '2026-03-03T05:01:00.000Z'];
    const made: string[] = [];
    for (const time of times) {
      at = Date.parse(time);
      const sale = await trade.sold([TEE], '2.06');
      const done = await trade.exchanged(sale, TEE.sku, [LARGE]);
      made.push(done.transaction.transaction_id);
    }
    expect(newSales(await list('date_from=2026-03-03'))).toEqual([made[1]]);
    expect(newSales(await list('date_from=2026-03-02&date_to=2026-03-02&limit=1'))).toEqual([
      made[0],
    ]);
    expect(newSales(await list('date_to=2026-03-01'))).toEqual([]);
  });

  it('shows staff the exchanges of their own stores', async () => {
    const airport = await trade.shop.tillToken('EMP005');
    expect(newSales(await list('', airport))).toEqual([]);
    const refusals: [string, string | undefined, string][] = [
      ['store=DOWNTOWN', airport, 'store'],
      ['employee=EMP999', undefined, 'employee'],
      ['date_from=2026-03-04&date_to=2026-03-03', undefined, 'date_to'],
      ['cursor=abc', undefined, 'cursor'],
    ];
    for (const [query, token, field] of refusals) {
      const refused = await list(query, token);
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [field]]);
    }
  });
});
