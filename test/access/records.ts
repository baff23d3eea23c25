import { outboundQueue } from '../../src/domains/content/outbound/push-changes.js';
import { TABLES } from '../../src/domains/content/records/tables-repository.js';
import { statement } from '../../src/platform/database/tx.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import type { Shop } from '../support/service.js';

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
  await make('/webhook-endpoints/', {
    url: 'https://hooks.example.com/downtown',
    description: 'The till display',
    events: ['transaction.completed'],
    store_ids,
  });
}

/** Writes the documents of DOWNTOWN's records, and leaves each once more in the queue and the log. */
export async function mirrorStore(shop: Shop): Promise<void> {
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
}
