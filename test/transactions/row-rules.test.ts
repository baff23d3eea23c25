import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { openTills, type Tills } from '../shifts/support.js';
import { mug } from './support.js';

let tills: Tills;
beforeAll(async () => {
  tills = await openTills();
  const sale = await tills.shop.call('POST', '/pos/transactions/create/', {
    token: await tills.cashier(),
    body: mug({ payment: { payment_method_id: 'cash', tendered_amount: '50.00' } }),
  });
  expect([sale.status, sale.body.transaction.change_due]).toEqual([201, '36.47']);
});
afterAll(() => tills.shop.close());

/** Changes that break one rule each; of several broken ones the first by name is reported. */
const BROKEN: Record<string, [set: string, rule: string][]> = {
  transactions: [
    ['total_paid = total_amount + 0.01', 'paid_within_total'],
    ['subtotal = 10000000000', 'transactions_amounts_fit'],
    ["tax_variance = 'NaN'", 'transactions_amounts_fit'],
    ['tax_variance = -10000000000', 'transactions_amounts_fit'],
    ['card_hold = -0.01', 'transactions_card_hold_check'],
    ['change_due = -0.01', 'transactions_change_due_check'],
    ["notes = repeat('x', 10001)", 'transactions_notes_check'],
    ['price_reduction = -1, promotion_discount = 1', 'transactions_price_reduction_check'],
    ['promotion_discount = -1, price_reduction = 1', 'transactions_promotion_discount_check'],
    ['shipping_amount = -0.01', 'transactions_shipping_amount_check'],
    ['shipping_tax = -0.01', 'transactions_shipping_tax_check'],
    ["source_system = 'fax'", 'transactions_source_system_check'],
    ["status = 'lost'", 'transactions_status_check'],
    ['subtotal = -0.01', 'transactions_subtotal_check'],
    ['tax_amount = -0.01', 'transactions_tax_amount_check'],
    ["tax_exemption = ''", 'transactions_tax_exemption_check'],
    ["tax_exemption = repeat('x', 201)", 'transactions_tax_exemption_check'],
    ["till_number = repeat('x', 121)", 'transactions_till_number_check'],
    ['total_amount = -2, total_paid = -2', 'transactions_total_amount_check'],
    ['total_paid = -0.01', 'transactions_total_paid_check'],
  ],
  transaction_lines: [
    ['returned_quantity = quantity + 1', 'returned_within_sold'],
    ['returned_quantity = -1', 'returned_within_sold'],
    ['cost_at_sale = 10000000000', 'transaction_lines_amounts_fit'],
    ['discount = subtotal + 0.01', 'transaction_lines_check'],
    ['discount = -0.01', 'transaction_lines_check'],
    ['quantity = 0', 'transaction_lines_quantity_check'],
    ['subtotal = -0.01, discount = -0.01', 'transaction_lines_check'],
    // No discount is between zero and a negative amount.
    ['subtotal = -0.01, discount = 0', 'transaction_lines_check'],
    ['tax = -0.01', 'transaction_lines_tax_check'],
    ['unit_price = -0.01', 'transaction_lines_unit_price_check'],
    ["unit = 'bushel'", 'unit_known'],
  ],
  payments: [
    ['amount = -0.01', 'payments_amount_check'],
    ["amount = 'NaN'", 'payments_amount_check'],
    ['refund_rounding = 10000000000', 'payments_amounts_fit'],
    ["card_brand = ''", 'payments_card_brand_check'],
    ["card_last_four = '12a4'", 'payments_card_last_four_check'],
    ["reference = repeat('x', 101)", 'payments_reference_check'],
    ["review_decision = 'later'", 'payments_review_decision_check'],
    ["status = 'lost'", 'payments_status_check'],
    ["verification = 'perhaps'", 'payments_verification_check'],
    ['processed_at = null', 'processed_when_succeeded'],
    ["processor_type = 'No'", 'processor_type_form'],
    ['refund_total = amount + 0.01', 'refund_ceiling'],
    ['refund_total = -0.01', 'refund_ceiling'],
    ['refund_tip = tip + 0.01', 'refund_tip_ceiling'],
    ['rounding = 0.51', 'rounding_within_half_a_step'],
    ['tendered = amount - 0.01', 'tendered_covers_cash'],
    ["tendered = 'NaN'", 'payments_amounts_fit'],
    // No refund is between zero and a negative tip.
    ['tip = -0.01, refund_tip = 0', 'refund_tip_ceiling'],
    ['tip = tendered', 'tendered_covers_tip'],
  ],
};

/** Inserts a copy of the row with the same changes; its id is checked after its rules. */
const insertChanged = (table: string, set: string) =>
  atomically(tills.shop.platform.db, async tx => {
    await statement(tx, `create temp table changed on commit drop as select * from ${table}`);
    await statement(tx, `update changed set ${set}`);
    await statement(tx, `insert into ${table} select * from changed`);
  });

describe.each(Object.entries(BROKEN))('a row of %s', (table, changes) => {
  it.each(changes)('is refused with %s when it is new', async (set, constraint) => {
    const { db } = tills.shop.platform;
    const count = () => statement(db, `select count(*)::int as rows from ${table}`);
    const before = await count();
    await expect(insertChanged(table, set)).rejects.toMatchObject({
      code: '23514',
      table,
      constraint,
      message: `new row for relation "${table}" violates check constraint "${constraint}"`,
    });
    expect(await count()).toEqual(before);
  });

  it.each(changes)('is refused with %s', async (set, constraint) => {
    await expect(
      statement(tills.shop.platform.db, `update ${table} set ${set}`),
    ).rejects.toMatchObject({
      code: '23514',
      table,
      constraint,
      message: `new row for relation "${table}" violates check constraint "${constraint}"`,
    });
  });

  it('is kept as it is', async () => {
    const rows = await statement(
      tills.shop.platform.db,
      `update ${table} set ${table === 'payments' ? 'amount = amount' : 'subtotal = subtotal'} returning 1`,
    );
    expect(rows).toHaveLength(1);
  });
});
