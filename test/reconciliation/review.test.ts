import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../src/domains/ops/check-invariants.js';
import { movePayment, PAYMENT_STATUSES } from '../../src/domains/payments/index.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { eventsOf } from '../payments/support.js';
import { openShop, type Reply, type Shop } from '../support/service.js';
import {
  AIRPORT_ID,
  type Counter,
  counterOf,
  DOWNTOWN_ID,
  MUG_TOTAL,
} from '../transactions/support.js';
import { age, airportManager, chargeOf, ids, paymentRow, runReview } from './support.js';

let shop: Shop;
let counter: Counter;
let manager: string;
let atAirport: string;
beforeAll(async () => {
  shop = await openShop({ background: false });
  counter = counterOf(shop);
  manager = await shop.officeToken('manager');
  atAirport = await airportManager(shop);
});
afterAll(() => shop.close());

const MUG_MINOR = 1_353;

/** A sale paid by card, as a till without a reader records it. */
async function paidByCard(processorTransactionId?: string): Promise<string> {
  const sale = await counter.ring();
  const paid = await counter.post('/payments/payments/', {
    transaction: sale,
    payment_method: 'card',
    amount: MUG_TOTAL,
    ...(processorTransactionId !== undefined && {
      processor_transaction_id: processorTransactionId,
    }),
  });
  expect(paid.status, paid.text).toBe(201);
  return paid.body.id;
}

const decide = (id: string, body: object, token = manager, headers = {}): Promise<Reply> =>
  shop.call('POST', `/payments/${id}/review/`, { token, body, headers });
const listed = async (query = '', token = manager) =>
  (await shop.call('GET', `/payments/review/?limit=200${query}`, { token })).body;
const entry = async (id: string) => (await listed()).find((row: { id: string }) => row.id === id);
const history = async (id: string) =>
  (await shop.call('GET', `/payments/${id}/review/`, { token: manager })).body;
const setTip = (id: string, tip: number) =>
  statement(
    shop.platform.db,
    'update payments set tip = $2::numeric, tendered = amount + $2::numeric where id = $1',
    [id, tip],
  );
const taskOf = (id: string) =>
  shop.platform.db
    .selectFrom('tasks')
    .select(['status', 'store_id', 'title', 'completed_by'])
    .where('task_id', '=', `payment-review-${id}`)
    .executeTakeFirst();

describe('the list of payments', () => {
  it('filters by verification, which it shows by the same names', async () => {
    const unverified = await paidByCard();
    const verified = await paidByCard(await chargeOf(shop, MUG_MINOR));
    const mismatch = await paidByCard(await chargeOf(shop, 999));
    await Promise.all([age(shop, verified, 16), age(shop, mismatch, 16)]);
    await runReview(shop);
    const found = { verified, unverified, mismatch };
    for (const [verification, id] of Object.entries(found)) {
      const { body } = await shop.call('GET', `/payments/?verification=${verification}&limit=200`, {
        token: manager,
      });
      expect(ids(body)).toContain(id);
      expect(new Set(body.map((row: { verification: string }) => row.verification))).toEqual(
        new Set([verification]),
      );
    }
    const wrong = await shop.call('GET', '/payments/?verification=maybe', { token: manager });
    expect(wrong.status).toBe(400);
  });
});

describe('the review', () => {
  it('lists oldest first, page by page, with the reason', async () => {
    const first = await paidByCard();
    const second = await paidByCard('pi_not_there');
    const all: string[] = ids(await listed());
    expect(all.slice(-2)).toEqual([first, second]);
    expect(await entry(first)).toMatchObject({
      verification: 'unverified',
      reason: 'no_proof',
      reason_text: 'The payment has neither a processor id nor a slip number.',
      store: DOWNTOWN_ID,
      amount: MUG_TOTAL,
      task_id: null,
    });
    expect((await entry(second)).reason).toBe('not_confirmed');
    const paged: string[] = [];
    for (let url: string | undefined = '/payments/review/?limit=2'; url !== undefined; ) {
      const reply: Reply = await shop.call('GET', url, { token: manager });
      paged.push(...ids(reply.body));
      url = /<([^>]+)>/.exec(String(reply.headers.link ?? ''))?.[1];
    }
    expect(paged).toEqual(all);
  });

  it('is for managers, and only for payments of their stores', async () => {
    const payment = await paidByCard();
    const cashier = await shop.tillToken();
    expect((await shop.call('GET', '/payments/review/', { token: cashier })).status).toBe(403);
    expect((await decide(payment, { decision: 'accept', note: 'x' }, cashier)).status).toBe(403);
    expect(await listed('', atAirport)).toEqual([]);
    expect(await listed(`&store=${AIRPORT_ID}`)).toEqual([]);
    expect((await decide(payment, { decision: 'accept', note: 'x' }, atAirport)).status).toBe(404);
    const read = await shop.call('GET', `/payments/${payment}/review/`, { token: atAirport });
    expect(read.status).toBe(404);
    expect((await history(payment)).decisions).toEqual([]);
  });

  it('leaves out cash, and what was given back in full', async () => {
    const cash = await counter.sold({ payment_method_id: 'cash' });
    const cashPayment = (await counter.payments(cash))[0]?.id ?? '';
    expect(await entry(cashPayment)).toBeUndefined();
    const reply = await decide(cashPayment, { decision: 'accept', note: 'x' });
    expect([reply.status, reply.body.code]).toEqual([409, 'NOTHING_TO_REVIEW']);
    const card = await paidByCard();
    await statement(shop.platform.db, 'update payments set refund_total = amount where id = $1', [
      card,
    ]);
    expect(await entry(card)).toBeUndefined();
    await statement(shop.platform.db, 'update payments set refund_total = 0 where id = $1', [card]);
  });
});

describe('the job', () => {
  it('asks only about payments older than 15 minutes', async () => {
    const payment = await paidByCard(await chargeOf(shop, MUG_MINOR));
    await age(shop, payment, 14);
    await runReview(shop);
    expect((await paymentRow(shop, payment)).verification).toBe('unverified');
    expect((await entry(payment)).asks).toBe(0);
    await age(shop, payment, 16);
    await runReview(shop);
    expect((await paymentRow(shop, payment)).verification).toBe('confirmed');
    expect(await entry(payment)).toBeUndefined();
    expect((await eventsOf(shop, payment)).at(-1)).toBe('payment.saved');
  });

  it('flags another amount, keeps unknown payments and does not ask again at once', async () => {
    const [other, unknown] = [
      await paidByCard(await chargeOf(shop, 1_352)),
      await paidByCard(`pi_${crypto.randomUUID()}`),
    ];
    await Promise.all([age(shop, other, 20), age(shop, unknown, 20)]);
    await runReview(shop);
    await runReview(shop);
    expect(await entry(other)).toMatchObject({
      verification: 'mismatch',
      reason: 'mismatch',
      reason_text: 'The processor reports 13.52 USD, but 13.53 USD is booked.',
    });
    expect(await entry(unknown)).toMatchObject({
      verification: 'unverified',
      reason: 'not_found',
      answer: 'not_found',
      asks: 1,
    });
    await statement(
      shop.platform.db,
      `update payment_reviews set next_ask_at = now() - interval '1 second' where payment_id = $1`,
      [unknown],
    );
    await runReview(shop);
    expect((await entry(unknown)).asks).toBe(2);
    const [{ pause }] = (await statement<{ pause: number }>(
      shop.platform.db,
      `select extract(epoch from next_ask_at - asked_at)::integer as pause from payment_reviews
       where payment_id = $1`,
      [unknown],
    )) as [{ pause: number }];
    expect(pause).toBe(30 * 60);
  });

  it('opens one task after 24 hours and completes it with the confirmation', async () => {
    const charge = await chargeOf(shop, MUG_MINOR);
    const payment = await paidByCard(`pi_${crypto.randomUUID()}`);
    await age(shop, payment, 24 * 60 - 1);
    await runReview(shop);
    expect(await taskOf(payment)).toBeUndefined();
    await setTip(payment, 2);
    await age(shop, payment, 24 * 60);
    await Promise.all([runReview(shop), runReview(shop)]);
    expect(await taskOf(payment)).toMatchObject({
      status: 'pending',
      store_id: DOWNTOWN_ID,
      // The card was charged 13.53 and the tip.
      title: expect.stringMatching(/^Review the payment of 15\.53 USD for TXN-/),
    });
    await setTip(payment, 0);
    expect((await entry(payment)).task_id).toBe(`payment-review-${payment}`);
    // As if the till had reported the right id: the webhook would confirm it.
    await statement(
      shop.platform.db,
      `update payments set processor_transaction_id = $2, verification = 'confirmed' where id = $1`,
      [payment, charge],
    );
    await runReview(shop);
    expect(await taskOf(payment)).toMatchObject({ status: 'completed', completed_by: null });
  });

  it('opens no second task when the first was deleted', async () => {
    const payment = await paidByCard();
    await age(shop, payment, 25 * 60);
    await runReview(shop);
    await shop.call('DELETE', `/tasks/payment-review-${payment}/`, { token: manager });
    await runReview(shop);
    expect(await taskOf(payment)).toBeUndefined();
    expect((await decide(payment, { decision: 'accept', note: 'Slip 12' })).status).toBe(200);
  });
});

describe('a decision', () => {
  it('to accept is kept with who, when and why, and completes the task', async () => {
    const payment = await paidByCard();
    await age(shop, payment, 25 * 60);
    await runReview(shop);
    const reply = await decide(payment, { decision: 'accept', note: 'Slip 4711 of the terminal' });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      payment,
      decision: 'accept',
      note: 'Slip 4711 of the terminal',
      reason: 'no_proof',
      verification_before: 'unverified',
      refund: null,
      decided_at: expect.stringMatching(/Z$/),
    });
    expect((await taskOf(payment))?.status).toBe('completed');
    expect((await taskOf(payment))?.completed_by).toBe(reply.body.decided_by);
    const { refund: _, ...decision } = reply.body;
    expect(await history(payment)).toMatchObject({
      in_review: false,
      reason: null,
      decisions: [decision],
      payment: { verification: 'unverified', review_decision: 'accept' },
    });
    expect(await eventsOf(shop, payment)).toContain('payment.reviewed');
  });

  it('is made once: the second of two callers gets 409', async () => {
    const payment = await paidByCard();
    const replies = await Promise.all(
      (['accept', 'refund', 'accept'] as const).map(decision =>
        decide(payment, { decision, note: `by ${decision}` }),
      ),
    );
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 409, 409]);
    const won = replies.find(reply => reply.status === 200)?.body;
    for (const { body } of replies.filter(reply => reply.status === 409)) {
      expect([body.code, body.details.decision]).toEqual(['ALREADY_REVIEWED', won.decision]);
    }
    expect((await history(payment)).decisions).toHaveLength(1);
    const refunded = won.decision === 'refund' ? MUG_TOTAL : '0.00';
    expect((await paymentRow(shop, payment)).refund_total).toBe(refunded);
  });

  it('is repeated with its key and answers the same', async () => {
    const payment = await paidByCard(await chargeOf(shop, 1_400));
    await age(shop, payment, 16);
    await runReview(shop);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = { decision: 'refund', note: 'Charged too much' };
    const first = await decide(payment, body, manager, headers);
    const again = await decide(payment, body, manager, headers);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect((await history(payment)).decisions).toHaveLength(1);
  });

  it('to refund opens a refund of the rest through the processor', async () => {
    const payment = await paidByCard(await chargeOf(shop, 2_000));
    await age(shop, payment, 16);
    await runReview(shop);
    await counter.refund({ payment, amount: '3.53' });
    const reply = await decide(payment, { decision: 'refund', note: 'Wrong amount' });
    expect(reply.body).toMatchObject({
      decision: 'refund',
      reason: 'mismatch',
      refund: { amount: '10.00', status: 'succeeded', reason: 'Payment review: Wrong amount' },
    });
    expect(await paymentRow(shop, payment)).toMatchObject({
      refund_total: MUG_TOTAL,
      review_decision: 'refund',
      verification: 'mismatch',
    });
    expect(await entry(payment)).toBeUndefined();
  });

  it('to refund gives back what was taken for a payment booked as failed', async () => {
    const charge = await chargeOf(shop, MUG_MINOR);
    const sale = await counter.ring();
    const failed = await counter.post('/payments/payments/', {
      transaction: sale,
      payment_method: 'card',
      amount: MUG_TOTAL,
      status: 'failed',
      processor_transaction_id: charge,
    });
    const { id } = failed.body;
    await statement(
      shop.platform.db,
      `update payments set verification = 'confirmed',
         review_reason = 'The processor took 13.53 USD for a payment booked as failed.' where id = $1`,
      [id],
    );
    expect(await entry(id)).toMatchObject({ status: 'failed', reason: 'taken_after_failure' });
    const reply = await decide(id, { decision: 'refund', note: 'The customer paid in cash' });
    expect(reply.body.refund).toMatchObject({
      amount: MUG_TOTAL,
      status: 'succeeded',
      cause: 'late_success',
    });
    expect(await counter.row(sale)).toMatchObject({ status: 'pending', total_paid: '0.00' });
  });

  it('to correct verifies the right processor id', async () => {
    const wrong = `pi_${crypto.randomUUID()}`;
    const payment = await paidByCard(wrong);
    const right = await chargeOf(shop, MUG_MINOR);
    const reply = await decide(payment, {
      decision: 'correct',
      note: 'The till had the id of another sale',
      processor_transaction_id: right,
    });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.processor_transaction_id_before).toBe(wrong);
    expect(await paymentRow(shop, payment)).toMatchObject({
      processor_transaction_id: right,
      verification: 'confirmed',
      review_decision: 'correct',
    });
    const used = await paidByCard();
    const body = { decision: 'correct', note: 'Same', processor_transaction_id: right };
    const refused = await decide(used, body);
    expect([refused.status, refused.body.code]).toEqual([409, 'PROCESSOR_PAYMENT_USED']);
    expect((await history(used)).decisions).toEqual([]);
  });

  it('to correct records the slip number of a stand-alone terminal', async () => {
    const payment = await paidByCard();
    const body = { decision: 'correct', note: 'From the journal', reference: '0815-4711' };
    const reply = await decide(payment, body);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.reference_before).toBe(null);
    expect(await paymentRow(shop, payment)).toMatchObject({
      reference: '0815-4711',
      verification: 'not_needed',
      review_decision: 'correct',
    });
    expect(await entry(payment)).toBeUndefined();
    const charged = await paidByCard(`pi_${crypto.randomUUID()}`);
    expect((await decide(charged, body)).status).toBe(400);
  });

  it.each([
    ['an unknown id', async () => 'pi_nowhere', 409, 'NOT_CONFIRMED'],
    ['another amount', () => chargeOf(shop, 1_000), 409, 'NOT_CONFIRMED'],
    ['another currency', () => chargeOf(shop, MUG_MINOR, 'EUR'), 409, 'NOT_CONFIRMED'],
    ['no id at all', async () => undefined, 400, 'INVALID'],
    ['a card number', async () => '4111111111111111', 400, 'CARD_NUMBER_REFUSED'],
  ])('to correct with %s changes nothing', async (_, id, status, code) => {
    const payment = await paidByCard();
    const before = await paymentRow(shop, payment);
    const reply = await decide(payment, {
      decision: 'correct',
      note: 'Try',
      processor_transaction_id: await id(),
    });
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect(await paymentRow(shop, payment)).toEqual(before);
    expect((await history(payment)).decisions).toEqual([]);
  });

  it('needs a note and one of the three words', async () => {
    const payment = await paidByCard();
    for (const body of [
      { decision: 'accept' },
      { decision: 'accept', note: '' },
      { decision: 'forget', note: 'x' },
    ]) {
      expect((await decide(payment, body)).status).toBe(400);
    }
    expect((await entry(payment)).id).toBe(payment);
  });

  it('is withdrawn by a report that says something new, and kept by one that repeats', async () => {
    const payment = await paidByCard(`pi_${crypto.randomUUID()}`);
    const report = (reviewReason: string) =>
      atomically(shop.platform.db, tx =>
        movePayment(tx, payment, PAYMENT_STATUSES, { verification: 'mismatch', reviewReason }),
      );
    await report('The processor reports 1.00 USD.');
    await decide(payment, { decision: 'accept', note: 'Known' });
    await report('The processor reports 1.00 USD.');
    expect(await entry(payment)).toBeUndefined();
    await report('The processor reports 2.00 USD.');
    expect((await entry(payment)).reason_text).toBe('The processor reports 2.00 USD.');
    await decide(payment, { decision: 'accept', note: 'Known too' });
    expect((await history(payment)).decisions).toHaveLength(2);
  });
});

describe('a card method without a processor', () => {
  it('takes payments that wait for a person', async () => {
    const made = await shop.call('POST', '/payment-methods/', {
      token: await shop.officeToken('admin'),
      body: { code: 'terminal', name: 'Stand-alone terminal', method_type: 'card' },
    });
    expect(made.status, made.text).toBe(201);
    const sale = await counter.sold({ payment_method_id: 'terminal' });
    const [payment] = await counter.payments(sale);
    expect(payment?.verification).toBe('unverified');
    expect((await entry(payment?.id ?? '')).reason).toBe('no_proof');
    const withSlip = await counter.sold({ payment_method_id: 'terminal', reference: 'S-1' });
    const [proved] = await counter.payments(withSlip);
    expect([proved?.verification, proved?.reference]).toEqual(['not_needed', 'S-1']);
    expect(await entry(proved?.id ?? '')).toBeUndefined();
  });
});

describe('the books', () => {
  const checksOf = async () => {
    const results = (await checkInvariants(shop.platform.db)).filter(
      ({ name, offending }) => name.startsWith('reconciliation:') && offending > 0,
    );
    return results.map(({ name, offending, ids }) => ({ name, offending, ids }));
  };

  it('prove that every card payment has its proof, and fail on one without', async () => {
    expect(await checksOf()).toEqual([]);
    const payment = await paidByCard();
    await statement(
      shop.platform.db,
      `update payments set verification = 'not_needed', review_decision = 'correct' where id = $1`,
      [payment],
    );
    expect(await checksOf()).toEqual([
      { name: 'reconciliation:proof', offending: 1, ids: [payment] },
      { name: 'reconciliation:decisions', offending: 1, ids: [payment] },
    ]);
  });
});
