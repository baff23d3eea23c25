import { afterAll, beforeAll, expect, it } from 'vitest';
import { kindNamed } from '../../src/domains/content/documents/kinds.js';
import { inboundQueue } from '../../src/domains/content/inbound/apply-event.js';
import { prepareWrites } from '../../src/domains/content/outbound/prepare.js';
import { outboundQueue } from '../../src/domains/content/outbound/push-changes.js';
import { markChanges } from '../../src/domains/content/outbound/repository.js';
import { settle } from '../../src/domains/content/outbound/settle.js';
import { recordsById } from '../../src/domains/content/records/repository.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { drainQueue } from '../../src/platform/work/queues/run-queue.js';
import { deliver, openContentShop, rowsOf, type Shop } from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openContentShop({ background: false });
});
afterAll(() => shop.close());

/** A brand that is queued for the mirror. */
async function changedBrand(name: string): Promise<string> {
  const token = await shop.officeToken('admin');
  const { body } = await shop.call('POST', '/brands/', { token, body: { name } });
  const mark = { kind: 'brand' as const, id: body.id, deletedId: null };
  await atomically(shop.platform.db, tx => markChanges(tx, [mark], new Date()));
  return body.id;
}

const revsOf = async (id: string) => {
  const [row] = await rowsOf(
    shop,
    `select c.rev as record, s.rev as state, d.rev as document
     from brands b left join content_states s on s.record_id = b.id::text
       left join content_sync c on c.kind = 'brand' and c.record_id = b.id::text
       left join content_documents d on d.id = s.document_id where b.id = $1`,
    [id],
  );
  return row;
};

/** Locks the brand with an edit until `work` has ended. */
const whileHeld = (id: string, work: () => Promise<void>): Promise<void> =>
  atomically(shop.platform.db, async tx => {
    await statement(tx, 'select from brands where id = $1 for update', [id]);
    await work();
  });

it('are pushed without a wait', async () => {
  const id = await changedBrand('Held');
  await whileHeld(id, async () => {
    await drainQueue(shop.platform, outboundQueue);
    const { record, state, document } = (await revsOf(id)) ?? {};
    expect(document).toMatch(/./);
    expect([record, state]).toEqual([document, document]);
  });
  expect(await rowsOf(shop, 'select * from content_changes')).toEqual([]);
});

it('and are locked when a document arrives get its revision without a wait', async () => {
  const id = await changedBrand('Incoming');
  await drainQueue(shop.platform, outboundQueue);
  const [known] = await rowsOf(
    shop,
    'select id, body from content_documents where body->>$1 = $2',
    ['name', 'Incoming'],
  );
  await deliver(shop, {
    ...known?.body,
    _id: known?.id,
    _type: 'brand',
    _rev: 'edited-over-there',
  });
  await whileHeld(id, async () => {
    await drainQueue(shop.platform, inboundQueue);
    expect(await revsOf(id)).toMatchObject({
      record: 'edited-over-there',
      state: 'edited-over-there',
    });
  });
});

it('keep the newer revision although a push read the record before it arrived', async () => {
  const id = await changedBrand('Newer');
  await drainQueue(shop.platform, outboundQueue);
  const { db } = shop.platform;
  const kind = kindNamed('brand');
  const rows = (await recordsById(db, kind, [id])).map(row => ({ kind, row }));
  const { prepared } = await prepareWrites(db, rows, false);
  await rowsOf(shop, `update content_states set rev = 'newer' where record_id = $1`, [id]);
  await rowsOf(shop, `update content_sync set rev = 'newer' where record_id = $1`, [id]);
  await atomically(db, tx =>
    settle(
      tx,
      prepared.map(item => ({ ...item, written: undefined })),
    ),
  );
  expect((await revsOf(id))?.record).toBe('newer');
});
