import { addMs, SECOND_MS } from '../../../platform/clock.js';
import { atomically, type Tx } from '../../../platform/database/tx.js';
import { addJobs, type JobRequest } from '../../../platform/jobs/queue.js';
import { takeOverJobs } from '../../../platform/jobs/repository.js';
import type { Platform } from '../../../platform/platform.js';
import type { ContentDocument } from '../documents/document.js';
import type { Kind } from '../documents/kind.js';
import { kindOfType } from '../documents/kinds.js';
import { mutationsSince, reasonOf } from '../outbound/mutation.js';
import { laneOf, retryAfterMs } from '../rules.js';
import { applyDeletion } from './apply-deletion.js';
import { type Applied, applyDocument, applyDocuments } from './apply-document.js';
import { failEvent, finishEvents, type OpenEvent, OWN_MUTATION, openEvents } from './repository.js';

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
 * Does what the webhooks that wait in a lane ask for: one job for many documents. It ends the jobs
 * behind it, so that thousands of tries do not lie in the way of the queue; if it dies, it runs
 * again itself and finds their events.
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
  for (const wave of wavesOf(events)) {
    if (isLate.aborted) break;
    await platform.pacing.run(() => applyWave(platform, wave));
  }
  const isMore = events.length === BATCH || isLate.aborted;
  if (isMore && lane !== undefined) await atomically(db, tx => addJobs(tx, [laneJob(lane)]));
}

/** Events whose documents are taken in together; those of one document keep their order. */
function wavesOf(events: readonly OpenEvent[]): OpenEvent[][] {
  const waves: OpenEvent[][] = [];
  for (const event of events) {
    const before = waves.findLastIndex(wave =>
      wave.some(({ document_id }) => document_id === event.document_id),
    );
    const wave = waves.slice(before + 1).find(([first]) => first && goTogether(first, event));
    if (wave) wave.push(event);
    else waves.push([event]);
  }
  return waves;
}

const goTogether = (a: OpenEvent, b: OpenEvent): boolean =>
  [a, b].every(({ isOwn, operation }) => !isOwn && operation === 'save') &&
  kindOfType(a.payload._type)?.isQuiet === true &&
  kindOfType(a.payload._type) === kindOfType(b.payload._type);

/** In one transaction where that succeeds; else each for itself, so that a bad one stops nobody. */
async function applyWave(platform: Platform, wave: readonly OpenEvent[]): Promise<void> {
  const kind = kindOfType(wave[0]?.payload._type ?? '');
  if (wave.length > 1 && kind !== undefined) {
    try {
      return await applyTogether(platform, kind, wave);
    } catch (error) {
      platform.log.info(
        { err: error, documents: wave.length },
        'documents are taken in one by one',
      );
    }
  }
  for (const event of wave) await applyEvent(platform, event);
}

async function applyTogether(
  platform: Platform,
  kind: Kind,
  wave: readonly OpenEvent[],
): Promise<void> {
  const applied = await applyDocuments(
    platform,
    kind,
    wave.map(({ payload }) => payload),
    { whenSaved: finishing(platform, wave) },
  );
  await finishSkipped(platform, wave, applied);
}

/** What fails is tried again with growing pauses, and then left to people. */
async function applyEvent(platform: Platform, event: OpenEvent): Promise<void> {
  try {
    await finishSkipped(platform, [event], [await apply(platform, event)]);
  } catch (error) {
    await postpone(platform, event, error);
  }
}

async function apply(platform: Platform, event: OpenEvent): Promise<Applied> {
  const { isOwn, operation, payload } = event;
  if (isOwn) return { status: 'skipped', reason: OWN_MUTATION };
  const options = { whenSaved: finishing(platform, [event]) };
  return operation === 'delete'
    ? applyDeletion(platform, payload, options)
    : applyDocument(platform, payload, options);
}

/** Notes that the events of these documents are done, in the transaction that saves their records. */
const finishing =
  ({ clock }: Platform, events: readonly OpenEvent[]) =>
  (tx: Tx, saved: readonly ContentDocument[]): Promise<void> => {
    const done = new Set(saved.map(({ _id }) => _id));
    const ends = events
      .filter(({ payload }) => done.has(payload._id))
      .map(({ id }) => ({ id, status: 'processed' as const, reason: null }));
    return finishEvents(tx, ends, clock.now());
  };

const finishSkipped = (
  { db, clock }: Platform,
  events: readonly OpenEvent[],
  applied: readonly Applied[],
): Promise<void> =>
  finishEvents(
    db,
    events.flatMap(({ id }, n) => {
      const end = applied[n];
      return end?.status === 'skipped' ? { id, ...end } : [];
    }),
    clock.now(),
  );

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
