import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../src/domains/ops/check-invariants.js';
import { statement } from '../../src/platform/database/tx.js';
import { type Desk, DOWNTOWN_ID, MUG, ok, openDesk, recordCounts } from './support.js';

let desk: Desk;
let uptown: string;
/** A manager at a till of the second store, and a cashier there. */
let manager: string;
let cashier: string;

const login = async (employee_id: string, pin_code: string) =>
  ok(
    await desk.shop.call('POST', '/pos/auth/terminal-login/', {
      body: { employee_id, pin_code, store_id: uptown, terminal_id: `T-9${pin_code.slice(0, 2)}` },
    }),
  ).body.token;

beforeAll(async () => {
  desk = await openDesk();
  const token = await desk.shop.officeToken('admin');
  const store = { code: 'UPTOWN', name: 'Uptown', currency: 'USD', time_zone: 'America/New_York' };
  uptown = ok(await desk.shop.call('POST', '/stores/', { token, body: store }), 201).body.id;
  const person = {
    first_name: 'Una',
    last_name: 'Uptown',
    role: 'cashier',
    employee_number: 'EMP090',
    pin_code: '9090',
    store_ids: [uptown],
  };
  ok(await desk.shop.call('POST', '/users/', { token, body: person }), 201);
  manager = await login('EMP003', '3456');
  cashier = await login('EMP090', '9090');
});
afterAll(() => desk.close());

const mugs = [{ sku: MUG.sku, quantity: 1 }];

const stockOf = async (store: string): Promise<number> => {
  const [row] = await statement<{ on_hand: number }>(
    desk.shop.platform.db,
    `select l.on_hand from inventory_levels l join product_variants v on v.id = l.variant_id
     where l.store_id = $1 and v.sku = $2`,
    [store, MUG.sku],
  );
  return row?.on_hand ?? 0;
};

const broken = async () =>
  (await checkInvariants(desk.shop.platform.db)).filter(check => check.offending > 0);

describe('a till of another store', () => {
  it('takes goods back into its stock and pays from its drawer', async () => {
    const sale = await desk.sold([MUG], '1.03');
    await desk.shop.settleEvents();
    const opened = ok(await desk.open(sale, mugs, {}, manager), 201).body;
    expect(opened.store).toBe(uptown);
    const before = [await stockOf(DOWNTOWN_ID), await stockOf(uptown)];
    ok(await desk.move(opened.id, 'approve', {}, manager));
    ok(await desk.move(opened.id, 'receive', undefined, manager));
    const done = ok(await desk.move(opened.id, 'complete', { refund_to: 'cash' }, manager)).body;
    expect(done.refunds).toMatchObject([{ way: 'cash', amount: '13.53', status: 'succeeded' }]);
    expect([await stockOf(DOWNTOWN_ID), await stockOf(uptown)]).toEqual([
      before[0],
      (before[1] ?? 0) + 1,
    ]);
    const [refund] = await statement<{ store_id: string; terminal_id: string }>(
      desk.shop.platform.db,
      'select store_id, terminal_id from refunds where id = $1',
      [done.refunds[0].id],
    );
    expect(refund).toEqual({ store_id: uptown, terminal_id: 'T-934' });
    expect(await desk.saleStatus(sale)).toBe('refunded');
    expect(await broken()).toEqual([]);
  });

  it('asks for an approval of its own store', async () => {
    const sale = await desk.sold([MUG], '1.03');
    const opened = ok(await desk.open(sale, mugs, {}, cashier), 201).body;
    const refused = await desk.move(opened.id, 'approve', {}, cashier);
    expect(refused.status).toBe(403);
    const elsewhere = await desk.counter.approved('refund', '13.53', { transaction_id: sale });
    const wrong = await desk.move(
      opened.id,
      'approve',
      { approval_request_id: elsewhere },
      cashier,
    );
    expect([wrong.status, wrong.body.code]).toEqual([403, 'APPROVAL_REQUIRED']);
    const asked = ok(
      await desk.shop.call('POST', '/pos/approvals/request/', {
        token: cashier,
        body: {
          request_type: 'refund',
          amount: '13.53',
          reason: 'The customer asked',
          details: { transaction_id: sale },
        },
      }),
      201,
    ).body.request_id;
    ok(
      await desk.shop.call('POST', `/pos/approvals/${asked}/approve/`, {
        token: cashier,
        body: { approver_id: 'EMP003', pin_code: '3456' },
      }),
    );
    const approval = { approval_request_id: asked };
    ok(await desk.move(opened.id, 'approve', approval, cashier));
    ok(await desk.move(opened.id, 'receive', undefined, cashier));
    const done = ok(await desk.move(opened.id, 'complete', approval, cashier)).body;
    expect(done.refunds[0]).toMatchObject({ way: 'cash', status: 'succeeded' });
    // The first store sees neither the return nor the other till's cash.
    const downtown = await desk.shop.tillToken();
    const unseen = await desk.shop.call('GET', `/returns/${opened.id}/`, { token: downtown });
    expect(unseen.status).toBe(404);
    expect(await broken()).toEqual([]);
  });

  it('exchanges goods of the chain', async () => {
    const sale = await desk.sold([MUG], '1.03');
    const [line] = (await desk.lineIds(sale)).values();
    const done = ok(
      await desk.shop.call('POST', '/exchanges/', {
        token: manager,
        body: {
          transaction: sale,
          returns: [{ original_line_item: line, quantity: 1 }],
          line_items: [{ sku: MUG.sku, quantity: 1 }],
          refund_to: 'cash',
        },
      }),
      201,
    ).body;
    // Uptown charges no tax, so the new mug is cheaper.
    expect([done.return.store, done.difference]).toEqual([uptown, '-1.03']);
    expect(await broken()).toEqual([]);
  });

  it('finds a sale by its full number only, without its customer', async () => {
    const sale = await desk.sold([MUG], '1.03');
    const { id } = await desk.counter.row(sale);
    const look = (ref: string, token = cashier) =>
      desk.shop.call('GET', `/returns/sales/${ref}/`, { token });
    const shown = ok(await look(sale)).body;
    expect(shown).toMatchObject({ transaction: sale, store: { id: DOWNTOWN_ID }, currency: 'USD' });
    expect(Object.keys(shown)).not.toContain('customer_id');
    expect(shown.line_items).toMatchObject([{ sku: MUG.sku, quantity: 1, returned_quantity: 0 }]);
    for (const ref of [`saleTransaction_${id}`, id, sale.slice(0, -1)]) {
      expect((await look(ref)).status).toBe(404);
      const refused = await desk.shop.call('POST', '/returns/', {
        token: cashier,
        body: {
          transaction: ref,
          return_reason: 'other',
          line_items: [{ original_line_item: shown.line_items[0].id, quantity: 1 }],
        },
      });
      expect(refused.status).toBe(400);
    }
    expect((await desk.shop.call('GET', `/transactions/${sale}/`, { token: cashier })).status).toBe(
      404,
    );
    expect((await look(sale, await desk.shop.officeToken())).status).toBe(403);
  });

  it('refuses a sale in another currency and changes nothing', async () => {
    const sale = await desk.sold([MUG], '1.03');
    const airport = await desk.shop.tillToken('EMP005');
    const counts = await recordCounts(desk.shop);
    const refused = await desk.open(sale, mugs, {}, airport);
    expect([refused.status, refused.body.code]).toEqual([400, 'RETURN_CURRENCY']);
    const look = await desk.shop.call('GET', `/returns/sales/${sale}/`, { token: airport });
    expect([look.status, look.body.code]).toEqual([400, 'RETURN_CURRENCY']);
    expect(await recordCounts(desk.shop)).toEqual(counts);
  });
});
