import { addMs, MINUTE_MS } from '../../../platform/clock.js';
import { atomically, type Tx } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { defineQueue } from '../../../platform/work/queues/queue.js';
import { pauseAfter } from '../../../platform/work/queues/repository.js';
import type { ContentDocument } from '../documents/document.js';
import type { Kind } from '../documents/kind.js';
import { kindOfType } from '../documents/kinds.js';
import { mutationsSince, reasonOf } from '../outbound/mutation.js';
import { contentBackOff, LANES } from '../rules.js';
import { applyDeletion } from './apply-deletion.js';
import { type Applied, applyDocument, applyDocuments } from './apply-document.js';
import {
  type ClaimedEvent,
  failEvent,
  finishEvents,
  LANE,
  type OpenEvent,
  OWN_MUTATION,
  ownEvents,
} from './repository.js';

/** A batch that takes longer keeps its lane on this node; another node could only repeat it. */
const LEASE_MS = MINUTE_MS;

/** Received webhooks whose documents are not applied yet. */
export const inboundQueue = defineQueue<ClaimedEvent>({
  name: 'content:inbound',
  table: 'content_inbound_events',
  key: ['id'],
  due: 'due_at',
  lease: 'lease_until',
  attempts: 'attempts',
  attemptsCount: 'failures',
  error: 'error',
  open: 'q.due_at is not null',
  parked: "q.status = 'failed'",
  park: now => `status = 'failed', due_at = null, processed_at = ${now}`,
  reopen: "status = 'pending', attempts = 0, processed_at = null",
  order: 'id',
  lanes: { of: LANE, available: () => `select generate_series(0, ${LANES - 1}) as lane` },
  clock: 'node',
  leaseMs: LEASE_MS,
  backOff: contentBackOff,
  batch: 50,
  concurrency: LANES,
  exclusive: true,
  handle: applyBatch,
});

/** Applies the documents of one lane, in as few transactions as possible. */
async function applyBatch(platform: Platform, claimed: ClaimedEvent[]): Promise<void> {
  const { db, clock, pacing } = platform;
  const ids = claimed.map(({ id }) => id);
  const own = await ownEvents(db, ids, mutationsSince(clock.now()).deleted);
  const events = claimed.map(event => ({ ...event, isOwn: own.has(event.id) }));
  for (const wave of wavesOf(events)) await pacing.run(() => applyWave(platform, wave));
}

/** Groups events that can be applied together; events of one document keep their order. */
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
  kindOfType(a.payload._type)?.isBatchable === true &&
  kindOfType(a.payload._type) === kindOfType(b.payload._type);

/** Uses one transaction; if it fails, one per document, so that a bad document fails alone. */
async function applyWave(platform: Platform, wave: readonly OpenEvent[]): Promise<void> {
  const kind = kindOfType(wave[0]?.payload._type ?? '');
  if (wave.length > 1 && kind !== undefined) {
    try {
      return await applyTogether(platform, kind, wave);
    } catch (error) {
      platform.log.info(
        { err: error, documents: wave.length },
        'applying documents together failed; applying them one by one',
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

/** A failed document is retried after the back-off and parked after the last attempt. */
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

/** Finishes the events of these documents in the transaction that saves their records. */
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
  const pause = pauseAfter(inboundQueue, event);
  const dueAt = pause === undefined ? undefined : addMs(now, pause);
  const reason = reasonOf(error);
  platform.log.warn(
    { event: event.id, document: event.document_id, reason, parked: dueAt === undefined },
    'applying a document failed',
  );
  await atomically(platform.db, tx => failEvent(tx, event.id, { error: reason, dueAt, now }));
}
