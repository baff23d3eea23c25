import { consumers } from '../../src/domains/subscriptions/consumers.js';
import { deliver } from '../../src/domains/subscriptions/deliver.js';
import { CHAIN_STREAM, eventsAfter } from '../../src/platform/work/events/repository.js';
import { type DB_ROW, rowsOf } from '../content/rows.js';
import type { Shop } from '../support/service.js';
import { localNetwork } from './receiver.js';

export const PATH = '/webhook-endpoints/';

export type Made = { id: string; secret: string };

export async function register(shop: Shop, url: string, events: string[]): Promise<Made> {
  const token = await shop.officeToken();
  const { status, body, text } = await shop.call('POST', PATH, { token, body: { url, events } });
  if (status !== 201) throw new Error(`not registered: ${text}`);
  return body;
}

export const saveBrand = async (shop: Shop, name: string) =>
  (await shop.call('POST', '/brands/', { token: await shop.officeToken(), body: { name } })).body;

export const deliveriesOf = (shop: Shop, endpointId: string): Promise<DB_ROW[]> =>
  rowsOf(shop, 'select * from webhook_deliveries where endpoint_id = $1 order by id', [endpointId]);

/** Turns every brand event so far into deliveries, once, as the consumer does. */
export async function createDeliveries(shop: Shop): Promise<void> {
  await shop.settleEvents();
  const events = await eventsAfter(shop.platform.db, CHAIN_STREAM, 0, 10_000);
  const brands = events.filter(({ event }) => event === 'brand.saved');
  for (const { handle } of consumers) await handle(shop.platform, brands);
}

/** One brand event, delivered to one endpoint. */
export async function oneDelivery(shop: Shop, endpoint: Made, name: string): Promise<DB_ROW> {
  await saveBrand(shop, name);
  await createDeliveries(shop);
  const [delivery] = (await deliveriesOf(shop, endpoint.id)).slice(-1);
  if (delivery === undefined) throw new Error('the event has no delivery');
  return delivery;
}

/** Runs the job of a delivery at the given time. */
export const deliverAt = (shop: Shop, id: string, at: Date): Promise<void> =>
  deliver({ ...shop.platform, clock: { now: () => at } }, id, localNetwork);

/** The earliest time of the next attempt: its own due time and its endpoint's pause. */
export async function deliverWhenDue(shop: Shop, id: string): Promise<Date> {
  const [row] = await rowsOf(
    shop,
    `select greatest(d.next_attempt_at, e.paused_until) as at from webhook_deliveries d
     join webhook_endpoints e on e.id = d.endpoint_id where d.id = $1`,
    [id],
  );
  await deliverAt(shop, id, row?.at);
  return row?.at;
}
