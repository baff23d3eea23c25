import { atomically, type Reader } from '../../../platform/database/tx.js';
import { defineConsumer } from '../../../platform/work/consumers/consumer.js';
import type { RecordedBy } from '../../../platform/work/events/define-event.js';
import { type EventName, events } from '../../event-map.js';
import { mirrorTarget } from '../connectors/registry.js';
import type { KindName } from '../documents/kind.js';
import { kindNamed } from '../documents/kinds.js';
import { defaultDocumentId, paymentsOfSales } from '../records/repository.js';
import { hintOutbound } from './hint-outbound.js';
import { type Mark, markChanges } from './repository.js';

type Kinds = Partial<Record<EventName, KindName>>;

/** Events after which a document is written, and the kind of document. */
const SAVED: Kinds = {
  'site.saved': 'site',
  'store.saved': 'store',
  'shop_theme.saved': 'theme',
  'tax_jurisdiction.saved': 'jurisdiction',
  'user.saved': 'user',
  'product_type.saved': 'product_type',
  'brand.saved': 'brand',
  'category.saved': 'category',
  'collection.saved': 'collection',
  'product.saved': 'product',
  'product_variant.saved': 'variant',
  'inventory.changed': 'level',
  'zone.saved': 'zone',
  'par_level.saved': 'par_level',
  'payment_method.saved': 'payment_method',
  'campaign.saved': 'campaign',
  'promotion.saved': 'promotion',
  'promo_code.saved': 'promo_code',
  'ab_test.saved': 'ab_test',
  'store_credit.saved': 'store_credit',
  'payment.saved': 'payment',
  'task.saved': 'task',
  'transaction.created': 'sale',
  'transaction.updated': 'sale',
  'transaction.completed': 'sale',
  'transaction.voided': 'sale',
  'return.created': 'return',
  'return.updated': 'return',
  'refund.succeeded': 'refund',
  'refund.failed': 'refund',
};

/** Events after which a document is deleted, and the kind of document. */
const DELETED: Kinds = {
  'site.deleted': 'site',
  'store.deleted': 'store',
  'tax_jurisdiction.deleted': 'jurisdiction',
  'user.deleted': 'user',
  'product_type.deleted': 'product_type',
  'brand.deleted': 'brand',
  'category.deleted': 'category',
  'collection.deleted': 'collection',
  'product.deleted': 'product',
  'product_variant.deleted': 'variant',
  'inventory_level.deleted': 'level',
  'zone.deleted': 'zone',
  'par_level.deleted': 'par_level',
  'payment_method.deleted': 'payment_method',
  'campaign.deleted': 'campaign',
  'promotion.deleted': 'promotion',
  'promo_code.deleted': 'promo_code',
  'ab_test.deleted': 'ab_test',
  'task.deleted': 'task',
};

type Change = RecordedBy<(typeof events)[number]>;

/**
 * Queues the document of every changed record, if a content system is configured. Events are recorded in the transaction of the
 * change, so exactly the committed changes reach the content system.
 */
export const markChangedRecords = defineConsumer({
  name: 'content:mark-changes',
  priority: 'low',
  events: events.filter(({ event }) => event in SAVED || event in DELETED),
  handle: async (platform, changes) => {
    if (mirrorTarget(platform) === undefined) return;
    const { db, clock } = platform;
    const marks = [...changes.flatMap(marksOf), ...(await paymentMarks(db, changes))];
    await atomically(db, async tx => {
      await markChanges(tx, marks, clock.now());
      hintOutbound(tx);
    });
  },
});

function marksOf({ event, subjectId, data }: Change): Mark[] {
  if (subjectId === null) return [];
  const saved = SAVED[event];
  const deleted = DELETED[event];
  const marks: Mark[] = [];
  // Most sales are paid at once; only their final state is worth a document.
  const isPassing = event === 'transaction.created';
  if (saved) marks.push({ kind: saved, id: subjectId, deletedId: null, isPassing });
  if (deleted) {
    const given = 'sanity_id' in data ? data.sanity_id : null;
    const deletedId = given ?? defaultDocumentId(kindNamed(deleted), subjectId);
    marks.push({ kind: deleted, id: subjectId, deletedId });
  }
  // The document of a sale shows its refunds.
  if (saved === 'refund' && 'sale_id' in data) {
    marks.push({ kind: 'sale', id: data.sale_id, deletedId: null });
  }
  return marks;
}

/** The sale whose payments may have changed with an event about a sale or a refund. */
function paidSaleOf(change: Change): string[] {
  switch (change.event) {
    case 'refund.succeeded':
    case 'refund.failed':
      return [change.data.sale_id];
    case 'transaction.updated':
    case 'transaction.completed':
    case 'transaction.voided':
      return change.subjectId === null ? [] : [change.subjectId];
    default:
      return [];
  }
}

async function paymentMarks(reader: Reader, changes: readonly Change[]): Promise<Mark[]> {
  const sales = new Set(changes.flatMap(paidSaleOf));
  if (sales.size === 0) return [];
  const payments = await paymentsOfSales(reader, [...sales]);
  return payments.map(id => ({ kind: 'payment', id, deletedId: null }));
}
