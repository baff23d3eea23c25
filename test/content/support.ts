import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { encodeSignatureHeader } from '@sanity/webhook';
import { openShop, type Reply, type Shop, type ShopOptions } from '../support/service.js';
import { rowsOf } from './rows.js';

export { type Reply, rowsOf, type Shop };

export const SECRET = 'content-secret-for-tests';
export const DATASET = 'production';
export const RECEIVER = '/integrations/cms-webhook/';

export const openContentShop = (options: ShopOptions = {}): Promise<Shop> =>
  openShop({
    ...options,
    env: { CMS_WEBHOOK_SECRET: SECRET, CMS_BUILT_IN: 'true', ...options.env },
  });

export type Sent = { headers?: Record<string, string>; at?: number; secret?: string };

/** A webhook as the content system signs it. */
export async function deliver(shop: Shop, body: unknown, sent: Sent = {}): Promise<Reply> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const at = sent.at ?? shop.platform.clock.now().getTime();
  const signature = await encodeSignatureHeader(text || ' ', at, sent.secret ?? SECRET);
  return shop.call('POST', RECEIVER, {
    body: text,
    headers: {
      'content-type': 'application/json',
      'cms-dataset': DATASET,
      'cms-webhook-signature': signature,
      ...sent.headers,
    },
  });
}

export const newRev = (): string => `editor-${randomBytes(6).toString('hex')}`;

/** A document that an editor has just changed. */
export const edited = (_id: string, _type: string, fields: object = {}, rev = newRev()) => ({
  _id,
  _type,
  _rev: rev,
  _updatedAt: new Date().toISOString(),
  ...fields,
});

/** Waits until all events are consumed and no document is left to be read or written. */
export async function settled(shop: Shop): Promise<void> {
  for (let calm = 0, tries = 0; calm < 2; tries += 1) {
    if (tries > 2_000) throw new Error('documents are still exchanged');
    await shop.settleEvents();
    const [open] = await rowsOf(
      shop,
      `select (select count(*) from outbox) + (select count(*) from content_changes
           where parked_at is null and due_at <= now())
         + (select count(*) from content_mirror where is_active and finished_at is null)
         + (select count(*) from content_inbound_events where status = 'pending' and due_at <= now())
         + (select count(*) from graphile_worker.jobs where task_identifier like 'content:%'
            and run_at <= now() and attempts < max_attempts)
         as n`,
    );
    calm = Number(open?.n) === 0 ? calm + 1 : 0;
    if (calm < 2) await pause(20);
  }
}

/** What the mirror knows about a record: the revision of its document, and when it was synced. */
export const syncOf = async (shop: Shop, kind: string, recordId: string) =>
  (
    await rowsOf(
      shop,
      'select rev, synced_at from content_sync where kind = $1 and record_id = $2',
      [kind, recordId],
    )
  )[0];

export const documentOf = async (shop: Shop, id: string): Promise<Reply['body']> =>
  (
    await shop.call('GET', `/integrations/content-documents/${encodeURIComponent(id)}/`, {
      token: await shop.officeToken(),
    })
  ).body;

/** One mug, paid in cash; the number of the sale and its id. */
export async function sellMug(shop: Shop): Promise<{ id: string; number: string }> {
  const token = await shop.tillToken();
  const created = await shop.call('POST', '/pos/transactions/create/', {
    token,
    body: {
      store_id: 'DOWNTOWN',
      employee_id: 'EMP001',
      line_items: [{ sku: 'MUG-WHITE', quantity: 1, unit_price: '12.50', subtotal: '12.50' }],
      subtotal: '12.50',
      tax_amount: '1.03',
      total_amount: '13.53',
    },
  });
  const number = created.body.transaction.transaction_id;
  const paid = await shop.call('POST', `/pos/transactions/${number}/payment/`, {
    token,
    body: { payment_method_id: 'cash', tendered_amount: '20.00' },
  });
  if (paid.status !== 202) throw new Error(`the sale was not paid: ${paid.text}`);
  const [row] = await rowsOf(shop, 'select id from transactions where transaction_number = $1', [
    number,
  ]);
  return { id: row?.id, number };
}
