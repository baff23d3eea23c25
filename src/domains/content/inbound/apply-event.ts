import { addMs } from '../../../platform/clock.js';
import { atomically, type Tx } from '../../../platform/database/tx.js';
import { addJobs } from '../../../platform/jobs/queue.js';
import type { Platform } from '../../../platform/platform.js';
import { findOwnMutation, reasonOf } from '../outbound/mutation.js';
import { retryAfterMs } from '../rules.js';
import { applyDeletion } from './apply-deletion.js';
import { type Applied, applyDocument } from './apply-document.js';
import { eventById, failEvent, finishEvent, type InboundEvent } from './repository.js';

export const APPLY = 'content:apply';
const QUEUES = 16;

/** Events of one document share a queue, so they are worked on in the order they came. */
export const applySoon = (
  tx: Tx,
  event: { id: string; document_id: string },
  runAt?: Date,
): Promise<void> =>
  addJobs(tx, [
    {
      name: APPLY,
      priority: 10,
      key: `${APPLY}:${event.id}`,
      queue: `${APPLY}:${queueOf(event.document_id)}`,
      payload: { event_id: event.id },
      runAt,
    },
  ]);

const queueOf = (documentId: string): number =>
  [...documentId].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 65_521, 7) %
  QUEUES;

export const OWN_MUTATION = 'django_mutation_in_progress';

/** Does what a webhook asked for. What fails is tried again with growing pauses, then left to people. */
export async function applyEvent(platform: Platform, eventId: string): Promise<void> {
  const event = await eventById(platform.db, eventId);
  const isOpen = event?.status === 'pending' || event?.reason === OWN_MUTATION;
  if (event === undefined || !isOpen || event.payload === null) return;
  try {
    const applied = await apply(platform, event);
    await finishEvent(platform.db, event.id, {
      status: applied.status,
      reason: applied.status === 'skipped' ? applied.reason : null,
      now: platform.clock.now(),
    });
  } catch (error) {
    await postpone(platform, event, error);
  }
}

async function apply(platform: Platform, event: InboundEvent): Promise<Applied> {
  const { document_id: documentId, rev, operation, payload } = event;
  const { isOwn } = await findOwnMutation(platform, { documentId, rev, operation });
  if (isOwn || payload === null) return { status: 'skipped', reason: OWN_MUTATION };
  return operation === 'delete'
    ? applyDeletion(platform, payload)
    : applyDocument(platform, payload);
}

async function postpone(platform: Platform, event: InboundEvent, error: unknown): Promise<void> {
  const now = platform.clock.now();
  const pause = retryAfterMs(event.attempts + 1);
  const dueAt = pause === undefined ? undefined : addMs(now, pause);
  const reason = reasonOf(error);
  platform.log.warn(
    { event: event.id, document: event.document_id, reason, parked: dueAt === undefined },
    'a document could not be taken in',
  );
  await atomically(platform.db, async tx => {
    await failEvent(tx, event.id, { error: reason, dueAt, now });
    if (dueAt) await applySoon(tx, event, dueAt);
  });
}
