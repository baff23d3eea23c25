import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { DOWNTOWN, pay } from '../payments/support.js';
import { announce } from '../support/announce.js';
import { openShop, type Shop } from '../support/service.js';
import { ENV, ledgerRow, newIntentId, runJob, seeded, send, succeeded, until } from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ env: ENV });
});
afterAll(() => shop.close());

const verificationOf = async (id: string): Promise<string> =>
  (
    await shop.platform.db
      .selectFrom('payments')
      .select('verification')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).verification;

/** A card payment at a till, with the id from the card reader. */
async function payAtTill(intent: string, tendered = '27.06'): Promise<string> {
  const token = await shop.tillToken();
  const created = await shop.call('POST', '/pos/transactions/create/', {
    token,
    body: {
      store_id: DOWNTOWN,
      employee_id: 'EMP001',
      line_items: [{ sku: 'MUG-WHITE', quantity: 2, unit_price: '12.50', subtotal: '25.00' }],
      subtotal: '25.00',
      tax_amount: '2.06',
      total_amount: '27.06',
    },
  });
  const paid = await shop.call('POST', '/payments/payments/', {
    token,
    body: {
      transaction: created.body.transaction.transaction_id,
      payment_method: 'card',
      amount: tendered,
      status: 'succeeded',
      processor_transaction_id: intent,
    },
  });
  if (paid.status !== 201) throw new Error(paid.text);
  return paid.body.id;
}

describe('an event that arrives before its payment', () => {
  it('is stored and answered as pending', async () => {
    const event = succeeded({ id: newIntentId(), amount_received: 2_706, currency: 'usd' });
    const reply = await send(shop, event);
    expect(reply.status).toBe(200);
    expect(reply.body.result).toEqual({
      success: true,
      reason: 'payment_pending_creation',
      webhook_stored: true,
    });
    expect(await ledgerRow(shop, event.id)).toMatchObject({
      status: 'processed',
      payment_id: null,
    });
  });

  it.each([
    ['completes the sale', '27.06', 2_706, true],
    ['pays a part of the sale', '20.00', 2_000, true],
    ['is of another amount', '20.00', 2_706, false],
  ])('is linked automatically when a payment at a till %s', async (_, tendered, amount, fits) => {
    const intent = newIntentId();
    const event = succeeded({ id: intent, amount_received: amount, currency: 'usd' });
    await send(shop, event);
    const paymentId = await payAtTill(intent, tendered);
    await until(async () => (await ledgerRow(shop, event.id))?.payment_id === paymentId);
    expect(await verificationOf(paymentId)).toBe(fits ? 'confirmed' : 'mismatch');
    expect((await ledgerRow(shop, event.id))?.result).toEqual({
      success: true,
      payment_id: paymentId,
      validation: 'confirmed',
      amount_match: fits,
    });
  });

  it('is linked by the minute job when no event announced the payment', async () => {
    const quiet = await openShop({ env: ENV, background: false });
    const intent = newIntentId();
    const event = succeeded({ id: intent, amount_received: 10_000, currency: 'usd' });
    await send(quiet, event);
    const payment = await pay(quiet, { processorTransactionId: intent });
    expect((await ledgerRow(quiet, event.id))?.payment_id).toBe(null);
    await runJob(quiet, 'reconcile-events');
    expect((await ledgerRow(quiet, event.id))?.payment_id).toBe(payment.id);
    await quiet.close();
  });
});

/** `WEBHOOK_PAIRS=10000` for a long run. */
const PAIRS = Number(process.env.WEBHOOK_PAIRS ?? 500);
const SEED = Number(process.env.WEBHOOK_SEED ?? 42);

describe(`${PAIRS} payments and their ${PAIRS} events, shuffled (seed ${SEED})`, () => {
  it('are all linked, with differing amounts flagged', async () => {
    const random = seeded(SEED);
    const pairs = Array.from({ length: PAIRS }, (_, n) => {
      const intent = newIntentId();
      const totalMinor = 100 + n;
      const amount_received = n % 10 === 0 ? totalMinor + 1 : totalMinor;
      const event = succeeded({ id: intent, amount_received, currency: 'usd' });
      return { intent, totalMinor, event, fits: amount_received === totalMinor };
    });
    const things = pairs
      .flatMap(({ intent, totalMinor, event }) => [
        () => send(shop, event).then(reply => reply.status),
        () => pay(shop, { totalMinor, processorTransactionId: intent }).then(() => 200),
      ])
      .map(thing => ({ thing, at: random() }))
      .sort((a, b) => a.at - b.at);
    const statuses: number[] = [];
    for (let i = 0; i < things.length; i += 20) {
      const some = things.slice(i, i + 20).map(({ thing }) => thing());
      statuses.push(...(await Promise.all(some)));
    }
    expect(statuses.filter(status => status !== 200)).toEqual([]);
    const intents = pairs.map(pair => pair.intent);
    const linked = () =>
      statement<{ intent: string; verification: string; match: boolean }>(
        shop.platform.db,
        `select p.processor_transaction_id as intent, p.verification,
                (e.result->>'amount_match')::boolean as match
         from webhook_events e join payments p on p.id = e.payment_id
         where p.processor_transaction_id = any($1)`,
        [intents],
      );
    await until(async () => {
      // The minute job finds those that fell between a look-up and a commit.
      await runJob(shop, 'reconcile-events');
      return (await linked()).length === pairs.length;
    }, 300_000);
    const found = new Map((await linked()).map(row => [row.intent, row]));
    for (const { intent, fits } of pairs) {
      expect(found.get(intent)).toEqual({
        intent,
        verification: fits ? 'confirmed' : 'mismatch',
        match: fits,
      });
    }
    if (process.env.WEBHOOK_PAIRS) {
      const wrong = pairs.filter(pair => !pair.fits).length;
      await announce(
        shop.platform.db,
        `${PAIRS} payments and ${PAIRS} events shuffled, seed ${SEED}: ${found.size} linked, ` +
          `${wrong} wrong amounts all flagged`,
      );
    }
  });
});
