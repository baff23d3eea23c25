import { addMs, SECOND_MS } from '../../../platform/clock.js';
import { atomically, type Reader, type Tx } from '../../../platform/database/tx.js';
import { addJobs, type JobRequest } from '../../../platform/jobs/queue.js';
import { takeOverJobs } from '../../../platform/jobs/repository.js';
import type { Platform } from '../../../platform/platform.js';
import { mutationsSince, reasonOf } from '../outbound/mutation.js';
import { laneOf, retryAfterMs } from '../rules.js';
import { applyDeletion } from './apply-deletion.js';
import { type Applied, applyDocument } from './apply-document.js';
import { failEvent, finishEvent, type OpenEvent, OWN_MUTATION, openEvents } from './repository.js';

export const APPLY = 'content:apply';

/** So many documents, or seconds, later the worker looks whether other jobs are more urgent. */
const BATCH = 50;
const BATCH_MS = 2 * SECOND_MS;
const MOST_TAKEN_OVER = 1_000;

const keyOf = (eventId: string): string => `${APPLY}:${eventId}`;

export const laneJob = (lane: number) => ({
  name: APPLY,
  priority: 10,
  queue: `${APPLY}:${lane}`,
  payload: { lane },
});

function applyJob({ id, document_id }: { id: string; document_id: string }): JobRequest {
  const job = laneJob(laneOf(document_id));
  return { ...job, key: keyOf(id), payload: { ...job.payload, event_id: id } };
}

export const applySoon = (
  tx: Tx,
  event: { id: string; document_id: string },
  runAt?: Date,
): Promise<void> => addJobs(tx, [{ ...applyJob(event), runAt }]);

/**
 * Does what the webhooks that wait in a lane ask for: one job for many documents, each in a
 * transaction of its own. It ends the jobs behind it, so that thousands of tries do not lie in the
 * way of the queue; if it dies, it runs again itself and finds their events.
 */
export async function applyEvents(
  platform: Platform,
  { event_id: eventId, lane: named }: Record<string, unknown>,
): Promise<void> {
  const { db, clock } = platform;
  // A job of an older release names its event and no lane.
  const lane = typeof named === 'number' ? named : undefined;
  const ids = typeof eventId === 'string' ? [eventId] : [];
  if (lane !== undefined) {
    const { queue } = laneJob(lane);
    const keys = await takeOverJobs(db, queue, MOST_TAKEN_OVER);
    ids.push(...keys.filter(key => key !== queue).map(key => key.slice(keyOf('').length)));
  }
  const now = clock.now();
  const wanted = { ids, lane: lane ?? -1, now };
  const events = await openEvents(db, wanted, mutationsSince(now).deleted, BATCH);
  const isLate = AbortSignal.timeout(BATCH_MS);
  for (const event of events) {
    if (isLate.aborted) break;
    await applyEvent(platform, event);
  }
  const isMore = events.length === BATCH || isLate.aborted;
  if (isMore && lane !== undefined) await atomically(db, tx => addJobs(tx, [laneJob(lane)]));
}

/** What fails is tried again with growing pauses, and then left to people. */
async function applyEvent(platform: Platform, event: OpenEvent): Promise<void> {
  const { db, clock } = platform;
  const finish = (writer: Reader, status: Applied['status'], reason: string | null) =>
    finishEvent(writer, event.id, { status, reason, now: clock.now() });
  try {
    const applied = await apply(platform, event, tx => finish(tx, 'processed', null));
    if (applied.status === 'skipped') await finish(db, 'skipped', applied.reason);
  } catch (error) {
    await postpone(platform, event, error);
  }
}

async function apply(
  platform: Platform,
  { isOwn, operation, payload }: OpenEvent,
  whenSaved: (tx: Tx) => Promise<void>,
): Promise<Applied> {
  if (isOwn) return { status: 'skipped', reason: OWN_MUTATION };
  return operation === 'delete'
    ? applyDeletion(platform, payload, { whenSaved })
    : applyDocument(platform, payload, { whenSaved });
}

async function postpone(platform: Platform, event: OpenEvent, error: unknown): Promise<void> {
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
