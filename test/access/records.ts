import { outboundQueue } from '../../src/domains/content/outbound/push-changes.js';
import { TABLES } from '../../src/domains/content/records/tables-repository.js';
import { statement } from '../../src/platform/database/tx.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import type { Shop } from '../support/service.js';
import type { Marks } from './marks.js';

/** Kinds of records that the demo does not have at DOWNTOWN alone. */
export async function fillStore(shop: Shop): Promise<void> {
  const token = await shop.officeToken('admin');
  const make = async (path: string, body: object) => {
    const reply = await shop.call('POST', path, { token, body });
    if (reply.status !== 201) throw new Error(`${path}: ${reply.text}`);
    return reply.body;
  };
  const store_ids = [DOWNTOWN_ID];
  const campaign = await make('/campaigns/', { name: 'Spring', store_ids });
  await shop.call('POST', `/campaigns/${campaign.id}/activate/`, { token });
  const promotion = await make('/promotions/', {
    name: 'Ten off',
    description: 'Ten per cent',
    kind: 'percentage',
    value: '10.00',
    requires_code: true,
    campaign_id: campaign.id,
    store_ids,
  });
  await make('/promo-codes/', { code: 'SECRET-DOWNTOWN', promotion_id: promotion.id });
  await make('/ab-tests/', {
    name: 'mark.ab_tests.name@downtown.example',
    campaign_id: campaign.id,
    variants: [{ name: 'a' }, { name: 'b' }],
  });
  await make('/shipping-zones/', {
    store: DOWNTOWN_ID,
    name: 'mark.shipping_zones.name@downtown.example',
    countries: ['US'],
    rates: [{ code: 'parcel', title: 'Parcel', bands: [{ up_to_grams: null, price: '5.00' }] }],
  });
  await make('/webhook-endpoints/', {
    url: 'https://hooks.example.com/downtown',
    description: 'The till display',
    events: ['transaction.completed'],
    store_ids,
  });
  await make('/agents/', { name: 'Assistant', store_id: DOWNTOWN_ID });
  await insertRows(shop);
}

/** Rows that only a till, a processor or a subscriber would cause. */
async function insertRows(shop: Shop): Promise<void> {
  const insert = (sql: string) => statement(shop.platform.db, sql, [DOWNTOWN_ID]);
  const cashier = `(select id from users where employee_number = 'EMP001')`;
  await insert(
    `insert into approvals (id, store_id, request_type, amount, reason, requested_by, expires_at)
     values (gen_random_uuid(), $1, 'discount', 5, 'Scratched', ${cashier}, now() + interval '1 hour')`,
  );
  await insert(
    `insert into drawer_operations (id, store_id, terminal_id, operator_id, operation, reason)
     select gen_random_uuid(), $1, id, ${cashier}, 'open', 'Change' from terminals
     where store_id = $1 limit 1`,
  );
  await insert(
    `insert into purchase_limits (id, store_id, name, max_quantity, period, everything)
     values (gen_random_uuid(), $1, 'Ten a day', 10, 'day', true)`,
  );
  await insert(
    `insert into webhook_deliveries (id, endpoint_id, event, event_id, payload, created_at,
       next_attempt_at)
     select gen_random_uuid(), id, 'transaction.completed', gen_random_uuid(), '{}', now(), now()
     from webhook_endpoints where store_ids = array[$1::uuid]`,
  );
}

/**
 * Writes the documents of DOWNTOWN's records, and leaves some once more in the queue and the log.
 * Returns the id of one document of each type.
 */
export async function mirrorStore(shop: Shop, marks: Marks): Promise<string[]> {
  const { db } = shop.platform;
  for (const [kind, { name, store }] of Object.entries(TABLES)) {
    const own = store && kind !== 'sale_line' ? `where ${store} = '${DOWNTOWN_ID}'` : '';
    await statement(
      db,
      `insert into content_changes (kind, record_id, queued_at, due_at)
       select $1, t.id::text, now(), now() from ${name} t ${own} limit 40
       on conflict do nothing`,
      [kind],
    );
  }
  await statement(db, `delete from content_changes where kind = 'sale_line'`);
  const changes = await statement<never>(db, 'select * from content_changes');
  await outboundQueue.handle(shop.platform, changes);
  await statement(
    db,
    `insert into content_changes (kind, record_id, error, queued_at, due_at)
     select 'sale', id::text, 'failed', now(), now() from transactions where store_id = $1 limit 40
     on conflict do nothing`,
    [DOWNTOWN_ID],
  );
  await statement(
    db,
    `insert into content_inbound_events
       (id, document_id, document_type, rev, operation, signature, status, received_at)
     select gen_random_uuid(), id, document_type, rev, 'save', id, 'skipped', now()
     from content_documents where document_type in ('zone', 'inventoryLevel', 'salesTransaction')`,
  );
  const written = await statement<{ id: string; document_type: string }>(
    db,
    'select id, document_type from content_documents',
  );
  const marked = written.filter(({ id }) => marks.has(id.slice(id.indexOf('_') + 1)));
  return [...new Map(marked.map(({ id, document_type }) => [document_type, id])).values()];
}
