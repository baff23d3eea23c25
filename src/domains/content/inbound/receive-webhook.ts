import { addMs, SECOND_MS } from '../../../platform/clock.js';
import { coalesce } from '../../../platform/coalesce.js';
import { newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { hintQueue } from '../../../platform/work/queues/hint.js';
import type { Operation } from '../connectors/connector.js';
import { type ContentDocument, isUnpublished } from '../documents/document.js';
import { type Detection, flagOf, mutationsSince } from '../outbound/mutation.js';
import { DUPLICATE_WINDOW_MS, webhookSignature } from '../rules.js';
import { inboundQueue } from './apply-event.js';
import {
  insertEvent,
  type NewEvent,
  type Offer,
  OWN_MUTATION,
  queueWebhooks,
  type Verdict,
} from './repository.js';

export type Delivery = {
  document: ContentDocument;
  operation: Operation;
  transactionId: string | undefined;
};

export type Receipt =
  | { status: 'skipped'; reason: string; detectionMethod?: Detection['method'] }
  | { status: 'duplicate'; signature: string }
  | { status: 'accepted'; signature: string; taskId: string };

/** Types that never become records of their own. */
const PASSED_TYPES = new Map([
  ['saleLineItem', 'line_items_managed_by_parent_transaction'],
  ['sanity.imageAsset', 'sanity_asset_not_synced'],
  ['sanity.fileAsset', 'sanity_asset_not_synced'],
]);

/** Well after any write of ours has ended. */
const LOOK_AGAIN_MS = 35 * SECOND_MS;

/** Webhooks that come while others are queued are queued together: so many at most. */
const MOST_TOGETHER = 32;

export type Receive = (delivery: Delivery) => Promise<Receipt>;

/** What becomes of a genuine webhook: the checks after its signature, in the promised order. */
export function createReceiver(platform: Platform): Receive {
  const queue = coalesce(MOST_TOGETHER, (offers: Offer[]) => queueTogether(platform, offers));
  return async delivery => {
    const { document } = delivery;
    if (isUnpublished(document._id)) return skip(platform, delivery, 'draft_document');
    const flagged = await flagOf(platform, document._id);
    if (flagged !== undefined) {
      return skipOwn(platform, delivery, { method: 'cache', isOwn: flagged === document._rev });
    }
    const passed = PASSED_TYPES.get(document._type);
    const event = newEvent(delivery, platform.clock.now());
    const { signature } = event;
    const { isOwn, isRunning, isNew } = await queue({
      event: { ...event, payload: queued(delivery, signature) },
      isPassed: passed !== undefined,
    });
    if (isOwn || isRunning) return skipOwn(platform, delivery, { method: 'database', isOwn });
    if (passed !== undefined) return skip(platform, delivery, passed);
    if (isNew) return { status: 'accepted', signature, taskId: event.id };
    await note(platform, { ...event, status: 'duplicate' });
    return { status: 'duplicate', signature };
  };
}

async function queueTogether(platform: Platform, offers: Offer[]): Promise<Verdict[]> {
  const now = platform.clock.now();
  const since = { ...mutationsSince(now), window: addMs(now, -DUPLICATE_WINDOW_MS) };
  const verdicts = await queueWebhooks(platform.db, offers, now, since);
  const byId = new Map(verdicts.map(verdict => [verdict.id, verdict]));
  if (verdicts.some(({ isNew }) => isNew)) hintQueue(platform.db, inboundQueue);
  return offers.flatMap(({ event }) => byId.get(event.id) ?? []);
}

/** The document as it is worked on later. */
const queued = ({ document, transactionId }: Delivery, signature: string): ContentDocument => ({
  ...document,
  _sync_source: 'sanity_webhook',
  _webhook_signature: signature,
  ...(transactionId !== undefined && { _transaction_id: transactionId }),
});

const newEvent = (
  { document, operation }: Delivery,
  now: Date,
): Omit<NewEvent, 'status'> & { id: string } => ({
  id: newId(),
  document_id: document._id,
  document_type: document._type,
  rev: document._rev,
  operation,
  signature: webhookSignature(document),
  received_at: now,
});

/** The log is for people; a webhook that needs no work is not refused because the log is away. */
async function note(platform: Platform, event: NewEvent): Promise<void> {
  try {
    await insertEvent(platform.db, event);
  } catch (error) {
    platform.log.warn({ err: error }, 'a skipped webhook could not be noted');
  }
}

async function skip(platform: Platform, delivery: Delivery, reason: string): Promise<Receipt> {
  const event = newEvent(delivery, platform.clock.now());
  await note(platform, { ...event, status: 'skipped', reason });
  return { status: 'skipped', reason };
}

/**
 * Our own echo is dropped. But while we write, an editor may write too: a revision that is not
 * known to be ours is looked at again when our write is over, so that no edit is lost.
 */
async function skipOwn(
  platform: Platform,
  delivery: Delivery,
  { method, isOwn }: Detection,
): Promise<Receipt> {
  const now = platform.clock.now();
  const event = newEvent(delivery, now);
  const skipped = { ...event, status: 'skipped' as const, reason: OWN_MUTATION };
  if (isOwn) await note(platform, skipped);
  else {
    const dueAt = addMs(now, LOOK_AGAIN_MS);
    await insertEvent(platform.db, { ...skipped, payload: delivery.document, dueAt });
  }
  return { status: 'skipped', reason: OWN_MUTATION, detectionMethod: method };
}
