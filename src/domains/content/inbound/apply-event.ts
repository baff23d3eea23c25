import { createHash } from 'node:crypto';
import { addMs, SECOND_MS } from '../../../platform/clock.js';
import { atomically, type Tx } from '../../../platform/database/tx.js';
import { addJobs, type JobRequest } from '../../../platform/jobs/queue.js';
import { completeJobs, jobsWaitingIn } from '../../../platform/jobs/repository.js';
import type { Platform } from '../../../platform/platform.js';
import { mutationsSince, reasonOf } from '../outbound/mutation.js';
import { retryAfterMs } from '../rules.js';
import { applyDeletion } from './apply-deletion.js';
import { type Applied, applyDocument } from './apply-document.js';
import { failEvent, finishEvent, type OpenEvent, OWN_MUTATION, openEvents } from './repository.js';

export const APPLY = 'content:apply';

/** As many documents are taken in at a time, on all nodes together: a flood leaves room for the rest. */
const LANES = 2;
/** So many documents, or seconds, later the worker looks whether other jobs are more urgent. */
const BATCH = 50;
const BATCH_MS = 2 * SECOND_MS;

const keyOf = (eventId: string): string => `${APPLY}:${eventId}`;

/** Events of one document share a queue, so they are worked on in the order they came. */
export function applyJob(event: { id: string; document_id: string }): JobRequest {
  const [byte = 0] = createHash('md5').update(event.document_id).digest();
  const queue = `${APPLY}:${byte % LANES}`;
  return {
    name: APPLY,
    priority: 10,
    key: keyOf(event.id),
    queue,
    payload: { event_id: event.id, queue },
  };
}

export const applySoon = (
  tx: Tx,
  event: { id: string; document_id: string },
  runAt?: Date,
): Promise<void> => addJobs(tx, [{ ...applyJob(event), runAt }]);

/**
 * Does what a webhook asked for, and what those ask for that wait behind it: one job for many
 * documents, each in a transaction of its own. Their jobs stay until the work is done, so that a
 * node that dies leaves them to the next.
 */
export async function applyEvents(
  platform: Platform,
  { event_id: eventId, queue }: Record<string, unknown>,
): Promise<void> {
  const { db, clock } = platform;
  const waiting = queue === undefined ? [] : await jobsWaitingIn(db, String(queue), BATCH);
  const idOf = ({ key }: { key: string }) => key.slice(keyOf('').length);
  const ids = [String(eventId), ...waiting.map(idOf)];
  const events = await openEvents(db, ids, mutationsSince(clock.now()).deleted);
  const isLate = AbortSignal.timeout(BATCH_MS);
  const left = new Set<string>();
  for (const event of events) {
    if (event.id !== eventId && isLate.aborted) left.add(event.id);
    else if (!(await applyEvent(platform, event))) left.add(event.id);
  }
  const done = waiting.filter(job => !left.has(idOf(job)));
  await completeJobs(
    db,
    done.map(job => job.id),
  );
}

/** False when it has to be tried again: with growing pauses, and then it is left to people. */
async function applyEvent(platform: Platform, event: OpenEvent): Promise<boolean> {
  const { db, clock } = platform;
  const finish = (writer: Tx | typeof db, status: Applied['status'], reason: string | null) =>
    finishEvent(writer, event.id, { status, reason, now: clock.now() });
  try {
    const applied = await apply(platform, event, tx => finish(tx, 'processed', null));
    if (applied.status === 'skipped') await finish(db, 'skipped', applied.reason);
    return true;
  } catch (error) {
    await postpone(platform, event, error);
    return false;
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
