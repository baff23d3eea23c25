import { processorFor } from '../../src/domains/payments/index.js';
import { reconciliation } from '../../src/domains/reconciliation/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import type { Shop } from '../support/service.js';

export const ids = (rows: { id: string }[]): string[] => rows.map(row => row.id);

export async function runReview(shop: Shop): Promise<void> {
  const job = reconciliation.jobs?.find(one => one.name === 'reconciliation:review-payments');
  if (job === undefined) throw new Error('there is no job');
  await job.run(shop.platform, {});
}

/** Makes a payment older. */
export const age = (shop: Shop, id: string, minutes: number): Promise<unknown> =>
  statement(
    shop.platform.db,
    'update payments set created_at = now() - make_interval(mins => $2::integer) where id = $1',
    [id, minutes],
  );

/** A manager who works at AIRPORT only. */
export async function airportManager(shop: Shop): Promise<string> {
  const hired = await shop.call('POST', '/users/', {
    token: await shop.officeToken('admin'),
    body: {
      employee_number: 'EMP090',
      role: 'manager',
      username: 'anna-airport',
      password: 'anna-airport-demo',
      store_ids: ['AIRPORT'],
    },
  });
  if (hired.status !== 201) throw new Error(hired.text);
  return shop.officeToken('anna-airport');
}

/** A charge in the sandbox that no payment of ours knows. */
export async function chargeOf(shop: Shop, amountMinor: number, currency = 'USD'): Promise<string> {
  const outcome = await processorFor(shop.platform, 'primary').charge({
    amountMinor,
    currency,
    token: 'tok_ok',
    idempotencyKey: newId(),
  });
  if (outcome.outcome !== 'succeeded') throw new Error(outcome.outcome);
  return outcome.paymentId;
}

export const paymentRow = (shop: Shop, id: string) =>
  shop.platform.db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
