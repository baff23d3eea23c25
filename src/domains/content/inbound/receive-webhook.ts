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
  OWN_MUTATION,
  queueWebhooks,
  type WebhookCandidate,
  type WebhookDecision,
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

/** Document types that have no records of their own, with the reason in the answer. */
const SKIPPED_TYPES = new Map([
  ['saleLineItem', 'line_items_managed_by_parent_transaction'],
  ['sanity.imageAsset', 'sanity_asset_not_synced'],
  ['sanity.fileAsset', 'sanity_asset_not_synced'],
]);

/** Longer than a write may take (30 s). */
const RECHECK_AFTER_MS = 35 * SECOND_MS;

/** Webhooks that arrive while a statement runs share the next one, up to this number. */
const MAX_BATCH = 32;

export type Receive = (delivery: Delivery) => Promise<Receipt>;

/** Runs the checks that follow the signature, in the documented order, and queues new webhooks. */
export function createReceiver(platform: Platform): Receive {
  const queue = coalesce(MAX_BATCH, (batch: WebhookCandidate[]) => queueBatch(platform, batch));
  return async delivery => {
    const { document } = delivery;
    if (isUnpublished(document._id)) return skip(platform, delivery, 'draft_document');
    const flagged = await flagOf(platform, document._id);
    if (flagged !== undefined) {
      return skipOwn(platform, delivery, { method: 'cache', isOwn: flagged === document._rev });
    }
    const skipReason = SKIPPED_TYPES.get(document._type);
    const event = newEvent(delivery, platform.clock.now());
    const { signature } = event;
    const { isOwn, isRunning, isNew } = await queue({
      event: { ...event, payload: queuedPayload(delivery, signature) },
      isSkippedType: skipReason !== undefined,
    });
    if (isOwn || isRunning) return skipOwn(platform, delivery, { method: 'database', isOwn });
    if (skipReason !== undefined) return skip(platform, delivery, skipReason);
    if (isNew) return { status: 'accepted', signature, taskId: event.id };
    await logEvent(platform, { ...event, status: 'duplicate' });
    return { status: 'duplicate', signature };
  };
}

async function queueBatch(
  platform: Platform,
  batch: WebhookCandidate[],
): Promise<WebhookDecision[]> {
  const now = platform.clock.now();
  const since = { ...mutationsSince(now), window: addMs(now, -DUPLICATE_WINDOW_MS) };
  const decisions = await queueWebhooks(platform.db, batch, now, since);
  const byId = new Map(decisions.map(decision => [decision.id, decision]));
  if (decisions.some(({ isNew }) => isNew)) hintQueue(platform.db, inboundQueue);
  return batch.flatMap(({ event }) => byId.get(event.id) ?? []);
}

/** The document as the inbound queue stores it. */
const queuedPayload = (
  { document, transactionId }: Delivery,
  signature: string,
): ContentDocument => ({
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

/** A failure to log a webhook that needs no work is not reported to the sender. */
async function logEvent(platform: Platform, event: NewEvent): Promise<void> {
  try {
    await insertEvent(platform.db, event);
  } catch (error) {
    platform.log.warn({ err: error }, 'logging a skipped webhook failed');
  }
}

async function skip(platform: Platform, delivery: Delivery, reason: string): Promise<Receipt> {
  const event = newEvent(delivery, platform.clock.now());
  await logEvent(platform, { ...event, status: 'skipped', reason });
  return { status: 'skipped', reason };
}

/**
 * Skips the webhook of a write by this service. An editor may save the same document during that
 * write, so an unknown revision is processed again 35 seconds later and no edit is lost.
 */
async function skipOwn(
  platform: Platform,
  delivery: Delivery,
  { method, isOwn }: Detection,
): Promise<Receipt> {
  const now = platform.clock.now();
  const event = newEvent(delivery, now);
  const skipped = { ...event, status: 'skipped' as const, reason: OWN_MUTATION };
  if (isOwn) await logEvent(platform, skipped);
  else {
    const dueAt = addMs(now, RECHECK_AFTER_MS);
    await insertEvent(platform.db, { ...skipped, payload: delivery.document, dueAt });
  }
  return { status: 'skipped', reason: OWN_MUTATION, detectionMethod: method };
}
