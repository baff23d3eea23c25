import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { type OlderDatabase, openOlderDatabase } from '../support/older-database.js';

/** The first migration that this test is about. */
const FIRST = '0058-reconciliation-reviews.sql';

let older: OlderDatabase;
const query: OlderDatabase['query'] = (...args) => older.query(...args);

const [card, cash, store] = [newId(), newId(), newId()];
const PAYMENTS = {
  withoutProof: [card, 'unverified', null, null, 'succeeded'],
  fromTerminal: [card, 'not_needed', null, null, 'succeeded'],
  withSlip: [card, 'not_needed', null, '4711', 'succeeded'],
  askable: [card, 'unverified', 'pi_1', null, 'succeeded'],
  differing: [card, 'mismatch', 'pi_2', null, 'succeeded'],
  failed: [card, 'unverified', null, null, 'failed'],
  inCash: [cash, 'not_needed', null, null, 'succeeded'],
} as const;
const ids = new Map(Object.keys(PAYMENTS).map(key => [key, newId()]));

beforeAll(async () => {
  older = await openOlderDatabase(FIRST);
  await query(`insert into stores (id, code, name) values ($1, 'NYC', 'New York')`, [store]);
  await query(
    `insert into payment_methods (id, code, name, method_type)
     values ($1, 'card', 'Card', 'card'), ($2, 'cash', 'Cash', 'cash')`,
    [card, cash],
  );
  for (const [key, [method, verification, processorId, reference, status]] of Object.entries(
    PAYMENTS,
  )) {
    await query(
      `insert into payments (id, transaction_id, store_id, payment_method_id, amount, tendered,
         currency, status, verification, processor_transaction_id, reference, processed_at)
       values ($1, $1, $2, $3, 10, 10, 'USD', $4, $5, $6, $7, now())`,
      [ids.get(key), store, method, status, verification, processorId, reference],
    );
  }
  await older.upgrade();
});
afterAll(() => older.close());

it('accepts old card payments that nothing can verify, and leaves the others in review', async () => {
  const rows = await query('select id, review_decision from payments');
  const decisions = new Map(rows.map(row => [row.id, row.review_decision]));
  const found = Object.keys(PAYMENTS).map(key => [key, decisions.get(ids.get(key))]);
  expect(Object.fromEntries(found)).toEqual({
    withoutProof: 'accept',
    fromTerminal: 'accept',
    withSlip: null,
    askable: null,
    differing: null,
    failed: null,
    inCash: null,
  });
});

it('keeps a decision that says so', async () => {
  const rows = await query(
    `select payment_id, decision, reason, decided_by, decided_by_name from payment_review_decisions`,
  );
  expect(rows.map(row => row.payment_id).sort()).toEqual(
    [ids.get('withoutProof'), ids.get('fromTerminal')].sort(),
  );
  expect(rows[0]).toMatchObject({
    decision: 'accept',
    reason: 'no_proof',
    decided_by: null,
    decided_by_name: 'Upgrade',
  });
});
