import { addMs, HOUR_MS } from '../platform/clock.js';
import { statement, type Tx } from '../platform/database/tx.js';
import { newId } from '../platform/ids.js';
import type { Platform } from '../platform/platform.js';

/** Fulfillment status of the newest sales of each store, newest first. */
const STATES = [
  { type: 'pickup', status: 'pending' },
  { type: 'ship', status: 'pending' },
  { type: 'pickup', status: 'ready_for_pickup' },
  { type: 'ship', status: 'processing' },
  { type: 'pickup', status: 'processing' },
  { type: 'ship', status: 'shipped' },
  { type: 'pickup', status: 'picked_up' },
  { type: 'ship', status: 'delivered' },
] as const;

const ADDRESS = {
  firstName: 'Robin',
  lastName: 'Example',
  address: '12 Sample Street',
  city: 'Springfield',
  region: 'NY',
  postalCode: '12345',
  country: 'US',
};

type Ordered = { id: string; store_id: string; place: number; items: object; completed_at: Date };

/** Fulfillments of till sales that customers pick up or have delivered. */
export async function writeFulfillments(tx: Tx, { clock }: Platform): Promise<void> {
  const sales = await statement<Ordered>(
    tx,
    `select id, store_id, place::int, completed_at,
       (select json_agg(json_build_object('sku', sku, 'quantity', quantity) order by position)
        from transaction_lines where transaction_id = sale.id) as items
     from (select id, store_id, completed_at,
             row_number() over (partition by store_id order by id desc) - 1 as place
           from transactions where status = 'completed') as sale
     where place < $1`,
    [STATES.length],
  );
  for (const sale of sales) {
    const state = STATES[sale.place] ?? STATES[0];
    const id = newId(sale.completed_at);
    await tx
      .insertInto('fulfillments')
      .values({
        id,
        transaction_id: sale.id,
        store_id: sale.store_id,
        fulfillment_type: state.type,
        status: state.status,
        scheduled_date: clock.now().toISOString().slice(0, 10),
        customer_email: 'robin@example.com',
        shipping_address: state.type === 'ship' ? JSON.stringify(ADDRESS) : null,
        created_at: sale.completed_at,
      })
      .execute();
    if (state.type === 'ship') await writeShipment(tx, id, state.status, sale);
  }
}

async function writeShipment(
  tx: Tx,
  fulfillmentId: string,
  status: 'pending' | 'processing' | 'shipped' | 'delivered',
  { items, completed_at: soldAt }: Ordered,
): Promise<void> {
  const hasLeft = status === 'shipped' || status === 'delivered';
  await tx
    .insertInto('shipments')
    .values({
      id: newId(),
      fulfillment_id: fulfillmentId,
      status: hasLeft ? status : 'pending',
      carrier_name: hasLeft ? 'Demo Parcel' : '',
      tracking_number: hasLeft ? 'DP0001234567' : '',
      items: JSON.stringify(items),
      created_at: soldAt,
      shipped_at: hasLeft ? addMs(soldAt, 2 * HOUR_MS) : null,
      delivered_at: status === 'delivered' ? addMs(soldAt, 20 * HOUR_MS) : null,
    })
    .execute();
}
