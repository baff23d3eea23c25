import { atomically, type Reader } from '../../../platform/database/tx.js';
import type { DomainEvent } from '../../../platform/events/repository.js';
import type { Subscriber } from '../../../platform/events/subscriber.js';
import { hintQueue } from '../../../platform/work/queues/hint.js';
import type { KindName } from '../documents/kind.js';
import { paymentsOfSales } from '../records/repository.js';
import { outboundQueue } from './push-changes.js';
import { type Mark, markChanges } from './repository.js';

/** What domains call their records in facts, and what they are called here. */
const RECORDS: readonly [word: string, kind: KindName][] = [
  ['site', 'site'],
  ['store', 'store'],
  ['tax_jurisdiction', 'jurisdiction'],
  ['user', 'user'],
  ['product_type', 'product_type'],
  ['brand', 'brand'],
  ['category', 'category'],
  ['collection', 'collection'],
  ['product', 'product'],
  ['product_variant', 'variant'],
  ['inventory_level', 'level'],
  ['zone', 'zone'],
  ['par_level', 'par_level'],
  ['payment_method', 'payment_method'],
  ['campaign', 'campaign'],
  ['promotion', 'promotion'],
  ['promo_code', 'promo_code'],
  ['ab_test', 'ab_test'],
  ['store_credit', 'store_credit'],
  ['payment', 'payment'],
  ['task', 'task'],
];

const SAVED = new Map<string, KindName>([
  ...RECORDS.map(([word, kind]) => [`${word}.saved`, kind] as const),
  ['inventory.changed', 'level'],
  ['transaction.created', 'sale'],
  ['transaction.updated', 'sale'],
  ['transaction.completed', 'sale'],
  ['transaction.voided', 'sale'],
  ['return.created', 'return'],
  ['return.updated', 'return'],
  ['refund.succeeded', 'refund'],
  ['refund.failed', 'refund'],
]);

const DELETED = new Map<string, KindName>(
  RECORDS.map(([word, kind]) => [`${word}.deleted`, kind] as const),
);

/**
 * Facts are recorded in the transaction of the change, and each becomes a job exactly once. So a
 * document is written for every change that was committed, and for none that was not.
 */
export const markChangedRecords: Subscriber = {
  name: 'content:mark-changes',
  canWait: true,
  events: [...SAVED.keys(), ...DELETED.keys()],
  handle: async ({ db, clock }, events) => {
    const marks = [...events.flatMap(marksOf), ...(await paymentMarks(db, events))];
    await atomically(db, async tx => {
      await markChanges(tx, marks, clock.now());
      hintQueue(tx, outboundQueue);
    });
  },
};

function marksOf({ event, subjectId, data }: DomainEvent): Mark[] {
  if (subjectId === null) return [];
  const saved = SAVED.get(event);
  const deleted = DELETED.get(event);
  const marks: Mark[] = [];
  if (saved) marks.push({ kind: saved, id: subjectId, deletedId: null });
  if (deleted) marks.push({ kind: deleted, id: subjectId, deletedId: textOf(data.sanity_id) });
  // The sale shows what was refunded of it.
  if (saved === 'refund') marks.push({ kind: 'sale', id: String(data.sale_id), deletedId: null });
  return marks;
}

/** Payments of a sale change with it, without a fact of their own. */
async function paymentMarks(reader: Reader, events: readonly DomainEvent[]): Promise<Mark[]> {
  const paying = ['transaction.updated', 'transaction.completed', 'transaction.voided'];
  const sales = events.filter(({ event }) => paying.includes(event) || event.startsWith('refund.'));
  const ids = sales.flatMap(({ event, subjectId, data }) =>
    event.startsWith('refund.') ? [String(data.sale_id)] : (subjectId ?? []),
  );
  if (ids.length === 0) return [];
  const payments = await paymentsOfSales(reader, [...new Set(ids)]);
  return payments.map(id => ({ kind: 'payment', id, deletedId: null }));
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
