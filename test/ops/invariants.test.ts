import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promotionInvariants } from '../../src/domains/promotions/index.js';
import { saleInvariants } from '../../src/domains/transactions/index.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { customer } from '../../src/seed/data.js';
import { seedHistory } from '../../src/seed/demo.js';
import { syncOf, Till } from '../pos/journal/support.js';
import { article, atCheckout, complete } from '../storefront/checkout-support.js';
import { openShop, type Shop } from '../support/service.js';
import {
  basket,
  type Counter,
  counterOf,
  DOWNTOWN_ID,
  MUG,
  settleJobs,
  TEE,
} from '../transactions/support.js';

type Check = { name: string; store: string | null; checked: number; offending: number };

let shop: Shop;
let counter: Counter;
beforeAll(async () => {
  shop = await openShop();
  counter = counterOf(shop);
  await seedHistory(shop.platform);
  await trade();
  await settleJobs(shop);
});
afterAll(() => shop.close());

const known = { customer_id: customer.id };
const CASH = { payment_method_id: 'cash' };

/**
 * Business of every kind that changes records: partial payments, a void, refunds, a return for
 * credit.
 */
async function trade(): Promise<void> {
  const till = new Till('T-JOURNAL');
  const now = new Date();
  const sent = await syncOf(shop, () => shop.tillToken('EMP001', 'T-JOURNAL'))('T-JOURNAL', [
    till.write('shift_open', { opening_float: '50.00' }, now),
    till.sale(now),
    till.write('cash_in', { amount: '5.00', reason: 'Change' }, now),
  ]);
  const isBooked = ({ status }: { status: string }): boolean => status === 'accepted';
  if (sent.body.results?.every(isBooked) !== true) throw new Error(sent.text);
  const { visit, id } = await atCheckout(shop, [['MUG-WHITE', 1]]);
  if ((await complete(shop, visit, id)).status !== 200) throw new Error('no web order');
  const shift = await counter.post('/cash-management/shifts/', { opening_float: '100.00' });
  if (shift.status !== 201) throw new Error(shift.text);
  await counter.sold(CASH, basket([MUG, TEE], '3.09', known));
  await counter.sold(CASH, basket([{ ...MUG, price: '5.00', quantity: 2 }], '0.83', known));
  await counter.voidSale(await counter.sold(CASH, basket([TEE], '2.06', known)));
  const part = await counter.ring();
  await counter.pay(part, { ...CASH, tendered_amount: '5.00' });
  await counter.voidSale(part);
  const byCard = {
    payment_method_id: 'card',
    processor_transaction_id: await counter.charge('13.53'),
  };
  const [charged] = await counter.payments(await counter.sold(byCard));
  await counter.refund({ payment: charged?.id, amount: '3.00' });
  const [payment] = await counter.payments(await counter.sold(CASH));
  await counter.refund({ payment: payment?.id, amount: '2.00', shift_id: shift.body.id });
  const token = await shop.officeToken();
  const [unproven] = await counter.payments(await counter.sold({ payment_method_id: 'card' }));
  const decision = { decision: 'accept', note: 'The slip is in the safe.' };
  const decided = await counter.post(`/payments/${unproven?.id}/review/`, decision, token);
  if (decided.status !== 200) throw new Error(decided.text);
  const sale = await counter.sold(CASH, basket([{ ...MUG, quantity: 2 }], '2.06', known));
  const line = (await counter.get(`/transactions/${sale}/`)).body.lineItems[0].id;
  const made = await counter.post(
    '/returns/',
    {
      transaction: sale,
      return_reason: 'defective',
      line_items: [{ original_line_item: line, quantity: 1, reason: 'defective' }],
    },
    token,
  );
  for (const [step, body] of [
    ['approve', {}],
    ['receive', {}],
    ['complete', { refund_to: 'store_credit', restock: true }],
  ] as const) {
    const reply = await counter.post(`/returns/${made.body.id}/${step}/`, body, token);
    if (reply.status !== 200) throw new Error(reply.text);
  }
  await makeBundle(token);
  const [credit] = await statement<{ code: string }>(
    shop.platform.db,
    'select code from store_credits',
  );
  const spent = await counter.ring();
  const paid = await counter.pay(spent, {
    payment_method_id: 'store_credit',
    tendered_amount: '10.00',
    store_credit_code: credit?.code,
  });
  if (paid.status !== 202) throw new Error(paid.text);
  const offer = { store: 'DOWNTOWN', line_items: [{ sku: 'MUG-WHITE', quantity: 1 }] };
  const quote = await counter.post('/quotes/', offer, token);
  const accepted = await counter.post(`/quotes/${quote.body.id}/accept/`, {}, token);
  if (accepted.status !== 200) throw new Error(accepted.text);
  await tradeOfOtherKinds();
}

/** An article with an empty level that becomes a bundle. */
async function makeBundle(token: string): Promise<void> {
  await article(shop, 'GIFT-SET', { stock: 0 });
  const level = { store: 'DOWNTOWN', sku: 'GIFT-SET', on_hand: 0 };
  await shop.call('POST', '/inventory-levels/', { token, body: level });
  const body = { parts: [{ variant: MUG.sku, quantity: 2 }] };
  const saved = await shop.call('PUT', '/product-variants/GIFT-SET/bundle/', {
    token: await shop.officeToken('admin'),
    body,
  });
  if (saved.status !== 200) throw new Error(saved.text);
}

/** Layaways, an even exchange, and goods that come back without a receipt. */
async function tradeOfOtherKinds(): Promise<void> {
  const layaway = {
    line_items: [{ sku: MUG.sku, quantity: 1 }],
    customer_id: customer.id,
    deposit: { ...CASH, tendered_amount: '5.00' },
  };
  const given = await counter.post('/layaways/', layaway);
  const manager = await shop.officeToken();
  const ended = await counter.post(`/layaways/${given.body.id}/cancel/`, {}, manager);
  if (ended.status !== 200) throw new Error(ended.text);
  const sale = await counter.sold(CASH, basket([TEE], '2.06', known));
  const line = (await counter.get(`/transactions/${sale}/`)).body.lineItems[0].id;
  const approval = await counter.approved('refund', '13.53', { without_receipt: true });
  for (const [path, body] of [
    ['/layaways/', layaway],
    [
      '/exchanges/',
      {
        transaction: sale,
        returns: [{ original_line_item: line, quantity: 1, reason: 'wrong_size' }],
        line_items: [{ sku: TEE.sku, quantity: 1 }],
      },
    ],
    [
      '/returns/without-receipt/',
      {
        return_reason: 'other',
        line_items: [{ sku: MUG.sku, quantity: 1 }],
        approval_request_id: approval,
      },
    ],
  ] as const) {
    const reply = await counter.post(path, body);
    if (reply.status !== 201) throw new Error(reply.text);
  }
}

const invariants = async (user = 'admin') =>
  shop.call('GET', '/ops/invariants/', { token: await shop.officeToken(user) });

const offenders = async (): Promise<object[]> =>
  (await invariants()).body.checks.filter((check: Check) => check.offending > 0);

describe('the invariants', () => {
  it('hold, check by check and store by store', async () => {
    const reply = await invariants();
    expect(reply.status).toBe(200);
    expect(reply.body.ok).toBe(true);
    expect(await offenders()).toEqual([]);
    const checks: Check[] = reply.body.checks;
    expect([...new Set(checks.map(check => check.name))]).toEqual([
      'transactions:sums',
      'transactions:tax',
      'transactions:paid',
      'transactions:rounding',
      'transactions:tips',
      'transactions:refunded',
      'transactions:card-hold',
      'transactions:discounts',
      'transactions:currencies',
      'layaways:reserved',
      'layaways:money',
      'storefront:attempts',
      'payments:refunds',
      'payments:rounding',
      'payments:tips',
      'payments:refund-ways',
      'reconciliation:proof',
      'reconciliation:decisions',
      'stored-value:balance',
      'quotes:sale',
      'returns:store-credit',
      'shifts:drawer',
      'shifts:cash',
      'pos:journal-chain',
      'pos:journal-counters',
      'pos:journal-entered',
      'pos:journal-numbers',
      'pos:journal-records',
      'pos:journal-sales',
      'returns:without-receipt',
      'returns:exchanges',
      'returns:exchange-sales',
      'inventory:on-hand',
      'inventory:reserved',
      'inventory:bundles',
      'transfers:movements',
      'counts:movements',
      'promotions:code-uses',
      'promotions:budgets',
      'loyalty:balance',
      'loyalty:sales',
      'events:numbers',
      'events:positions',
      'ops:references',
    ]);
    expect(checks.filter(check => check.checked === 0)).toEqual([]);
    const downtown = checks.find(
      check => check.name === 'transactions:paid' && check.store === DOWNTOWN_ID,
    );
    const [sales] = await statement<{ n: number }>(
      shop.platform.db,
      'select count(*)::int as n from transactions where store_id = $1',
      [DOWNTOWN_ID],
    );
    expect(downtown?.checked).toBe(sales?.n);
  });

  it('are for admins', async () => {
    expect((await shop.call('GET', '/ops/invariants/')).status).toBe(401);
    expect((await invariants('manager')).status).toBe(403);
    const till = await shop.tillToken('EMP004');
    expect((await shop.call('GET', '/ops/invariants/', { token: till })).status).toBe(403);
  });

  const LEVEL = `store_id = '${DOWNTOWN_ID}' and variant_id = (select id from product_variants where sku = 'MUG-WHITE')`;
  it.each([
    [
      'inventory:on-hand',
      `update inventory_levels set on_hand = on_hand + $1 where ${LEVEL} returning variant_id as id`,
    ],
    [
      'inventory:reserved',
      `update inventory_levels set reserved = reserved + $1 where ${LEVEL} returning variant_id as id`,
    ],
    [
      'transfers:movements',
      `with packed as (update stock_transfer_lines
         set packed_quantity = case when $1::int > 0 then 1 end)
       update stock_transfers set sent_at = case when $1::int > 0 then now() end returning id`,
    ],
    [
      'counts:movements',
      `update stock_count_lines set posted = posted + $1 returning count_id as id`,
    ],
    [
      'promotions:code-uses',
      `update promo_codes set used_count = used_count + $1 where code = 'WELCOME10' returning code as id`,
    ],
    [
      'promotions:budgets',
      `update campaigns set spent = spent + $1 where id = (select min(id::text)::uuid from campaigns) returning id`,
    ],
    [
      'loyalty:balance',
      `update users set loyalty_points = loyalty_points + $1 where id = '${customer.id}' returning id`,
    ],
    [
      'transactions:card-hold',
      `update transactions set card_hold = card_hold + $1
       where id = (select min(id::text)::uuid from transactions) returning transaction_number as id`,
    ],
    [
      'returns:store-credit',
      `update payments p
       set value_account_id = case when $1::int < 0 then spent.account_id end
       from value_entries spent
       where spent.payment_id = p.id and spent.kind = 'spent' and spent.amount = -10.00
       returning spent.account_id as id`,
    ],
    [
      'stored-value:balance',
      `update value_accounts set balance = balance - $1 where kind = 'points' returning id`,
    ],
    [
      'quotes:sale',
      `update quotes set currency = case when $1::int < 0 then 'USD' else 'EUR' end returning id`,
    ],
    [
      'payments:refunds',
      `update payments set refund_total = refund_total + $1
       where id = (select payment_id from refunds where cause = 'refund' and amount = 3.00) returning id`,
    ],
    [
      'events:numbers',
      `update event_streams set last_seq = last_seq + $1 where stream_id = '${DOWNTOWN_ID}' returning stream_id as id`,
    ],
    [
      'events:positions',
      `update event_positions set seq = seq + 1000000 * $1
       where consumer = 'transactions:commit-stock' and stream_id = '${DOWNTOWN_ID}' returning stream_id as id`,
    ],
  ])('report a violation of %s', async (name, change) => {
    const { db } = shop.platform;
    const [broken] = await statement<{ id: string }>(db, change, [1]);
    const found = await offenders();
    await statement(db, change, [-1]);
    expect(found).toMatchObject([{ name, offending: 1, ids: [broken?.id] }]);
    expect(await offenders()).toEqual([]);
  });

  const isRefunded = `where cause = 'refund' and amount = 3.00 returning refund_id as id`;
  it.each([
    ['no way', `update refunds set way = null ${isRefunded}`],
    ['no processor id', `update refunds set processor_refund_id = null ${isRefunded}`],
    ['the way of cash but no drawer', `update refunds set way = 'cash' ${isRefunded}`],
    [
      'the way of a slip that nobody confirmed',
      `update refunds set way = 'external' ${isRefunded}`,
    ],
  ])('report a succeeded refund with %s, which the database refuses', async (_, change) => {
    const { db } = shop.platform;
    await expect(statement(db, change)).rejects.toMatchObject({
      constraint: expect.stringMatching(/^way_/),
    });
    const constraints = await statement<{ name: string; definition: string }>(
      db,
      `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
       where conrelid = 'refunds'::regclass and conname in ('way_when_succeeded', 'way_is_proven')`,
    );
    expect(constraints).toHaveLength(2);
    const [row] = await statement<{ id: string; processor_refund_id: string }>(
      db,
      `select id, processor_refund_id from refunds where cause = 'refund' and amount = 3.00`,
    );
    for (const { name } of constraints)
      await statement(db, `alter table refunds drop constraint ${name}`);
    const [broken] = await statement<{ id: string }>(db, change);
    const found = await offenders();
    await statement(
      db,
      `update refunds set way = 'processor', processor_refund_id = $2 where id = $1`,
      [row?.id, row?.processor_refund_id],
    );
    for (const { name, definition } of constraints) {
      await statement(db, `alter table refunds add constraint ${name} ${definition}`);
    }
    expect(found).toContainEqual(
      expect.objectContaining({ name: 'payments:refund-ways', offending: 1, ids: [broken?.id] }),
    );
    expect(await offenders()).toEqual([]);
  });

  it('report cash that is in no drawer and that no till is asked to pay out', async () => {
    const { db } = shop.platform;
    const forget = `update refunds set action_required = $1, next_attempt_at = now() + interval '1 day'
      where cause = 'void' and amount = 5.00 returning id`;
    await statement(db, forget, [null]);
    const found = await offenders();
    await statement(db, forget, ['pay_out_cash']);
    expect(found).toMatchObject([
      { name: 'shifts:cash', store: DOWNTOWN_ID, offending: 1, ids: ['USD'] },
    ]);
    expect(await offenders()).toEqual([]);
  });

  const LOWERED = `(select transaction_id from transaction_lines where unit_price = 5.00 limit 1)`;
  it.each([
    [
      'a discount without a reason',
      'transactions:discounts',
      `update transactions set adjustments = '[]' where id = ${LOWERED}`,
    ],
    [
      'a reason for another amount',
      'transactions:discounts',
      `update transactions set adjustments = jsonb_set(adjustments, '{0,amount}', '"14.99"')
       where id = ${LOWERED}`,
    ],
    [
      'a reason of no known kind',
      'transactions:discounts',
      `update transactions set adjustments = jsonb_set(adjustments, '{0,kind}', '"gift"')
       where id = ${LOWERED}`,
    ],
    [
      'a rounding that no payment has',
      'transactions:rounding',
      `update transactions set rounding_amount = 0.02 where id = ${LOWERED}`,
    ],
    [
      'a tip that no payment has',
      'transactions:tips',
      `update transactions set tip_amount = 1.00 where id = ${LOWERED}`,
    ],
    [
      'a payment in another currency',
      'transactions:currencies',
      `update payments set currency = 'EUR' where transaction_id = ${LOWERED}`,
    ],
    [
      'a spend in another currency',
      'transactions:currencies',
      `insert into campaign_spends (transaction_id, campaign_id, amount, spent_at, currency)
       select ${LOWERED}, id, 1, now(), 'EUR' from campaigns order by id limit 1`,
    ],
    [
      'a result of a test in another currency',
      'transactions:currencies',
      `update ab_subjects set transaction_id = ${LOWERED}, revenue = 10, currency = 'EUR'
       where (test_id, subject_key) in (select test_id, subject_key from ab_subjects limit 1)`,
    ],
  ])('report %s', async (_, name, change) => {
    const { db } = shop.platform;
    const [sale] = await statement<{ number: string }>(
      db,
      `select transaction_number as number from transactions where id = ${LOWERED}`,
    );
    class Undo extends Error {}
    const found: object[] = [];
    const undone = atomically(db, async tx => {
      // The database refuses some of these changes; the checks find them without its help.
      await statement(tx, 'alter table transactions disable trigger prepare_row');
      await statement(tx, change);
      for (const { name: checked, check } of [...saleInvariants, ...promotionInvariants]) {
        const findings = await check(tx);
        const wrong = findings.filter(finding => finding.offending > 0);
        found.push(...wrong.map(finding => ({ name: checked, ...finding })));
      }
      throw new Undo();
    });
    await expect(undone).rejects.toThrow(Undo);
    expect(found).toMatchObject([{ name, offending: 1, ids: [sale?.number] }]);
    expect(await offenders()).toEqual([]);
  });

  it('report sales with wrong amounts, and list at most 20 by name', async () => {
    const { db } = shop.platform;
    const change = `update transactions set change_due = change_due, total_paid = total_paid + $1
      where id in (select id from transactions where status = 'completed' and store_id = $2
                   order by id limit 25)`;
    await statement(db, change, ['-0.01', DOWNTOWN_ID]);
    const found = await offenders();
    await statement(db, change, ['0.01', DOWNTOWN_ID]);
    expect(found).toEqual([
      expect.objectContaining({ name: 'transactions:paid', store: DOWNTOWN_ID, offending: 25 }),
    ]);
    expect((found[0] as { ids: string[] }).ids).toHaveLength(20);
    expect(await offenders()).toEqual([]);
  });
});
