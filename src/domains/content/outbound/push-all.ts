import { addMs, MINUTE_MS, SECOND_MS } from '../../../platform/clock.js';
import { atomically, type Tx } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { hintQueue } from '../../../platform/work/queues/hint.js';
import { defineQueue } from '../../../platform/work/queues/queue.js';
import { mirrorTarget } from '../connectors/registry.js';
import type { KindName } from '../documents/kind.js';
import { kinds } from '../documents/kinds.js';
import { contentBackOff } from '../rules.js';
import { hintOutbound, PUSH_ALL_QUEUE } from './hint-outbound.js';
import {
  countUnsynced,
  type Mirror,
  moveMirror,
  unsyncedAfter,
  waitingChanges,
} from './mirror-repository.js';
import { markMissing } from './repository.js';

/** Sale lines are part of the documents of their sales. */
const PUSHED = kinds.filter(({ within }) => within === undefined).map(({ name }) => name);

/** Records that others refer to come first. */
export const FIRST_KIND = PUSHED[0] as KindName;

/** Small, so that today's changes do not wait for the records of many years. */
const MAX_WAITING = 500;
/** The pause while enough changes wait. */
const FULL_PAUSE_MS = SECOND_MS / 4;
/** The pause on a node without this content system; another node has to do the push. */
const ELSEWHERE_PAUSE_MS = 10 * SECOND_MS;

/**
 * The push of all records to a content system that was just configured. It queues them bit by bit
 * and keeps its position in the row, so that a node that dies loses nothing.
 */
export const pushAllQueue = defineQueue<Mirror>({
  name: PUSH_ALL_QUEUE,
  table: 'content_mirror',
  key: ['id'],
  due: 'due_at',
  lease: 'lease_until',
  attempts: 'attempts',
  attemptsCount: 'failures',
  error: 'error',
  open: 'q.is_active and q.finished_at is null',
  parked: 'false',
  clock: 'node',
  leaseMs: MINUTE_MS,
  backOff: contentBackOff,
  batch: 1,
  concurrency: 1,
  exclusive: true,
  paced: true,
  handle: async (platform, [mirror]) => {
    if (mirror !== undefined) await queueMore(platform, mirror);
  },
});

export const hintPushAll = (tx: Tx): void => hintQueue(tx, { name: PUSH_ALL_QUEUE });

async function queueMore(platform: Platform, mirror: Mirror): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  // While nodes are restarted one by one, another one may know the content system already.
  const isHere = mirrorTarget(platform) === mirror.target;
  await atomically(db, async tx => {
    if (!isHere) return moveMirror(tx, mirror, addMs(now, ELSEWHERE_PAUSE_MS));
    if (mirror.kind === null) return finish(tx, mirror, now);
    const total = mirror.queued_at === null ? await countAll(tx) : mirror.total;
    const next = await queueRecords(tx, mirror, now);
    const isFull = next.kind !== null && next.queued === mirror.queued;
    await moveMirror(
      tx,
      { ...next, total, queued_at: now },
      isFull ? addMs(now, FULL_PAUSE_MS) : now,
    );
    hintOutbound(tx);
    hintPushAll(tx);
  });
}

async function countAll(tx: Tx): Promise<number> {
  let total = 0;
  for (const kind of PUSHED) total += await countUnsynced(tx, kind);
  return total;
}

/** Queues the next records as long as few changes wait. Returns the new position. */
async function queueRecords(tx: Tx, mirror: Mirror, now: Date): Promise<Mirror> {
  let { kind, after_id, queued } = mirror;
  let room = MAX_WAITING - (await waitingChanges(tx));
  while (kind !== null && room > 0) {
    const name = kind;
    const ids = await unsyncedAfter(tx, name, after_id, room);
    await markMissing(
      tx,
      ids.map(id => ({ kind: name, id })),
      now,
    );
    const isDone = ids.length < room;
    kind = isDone ? (PUSHED[PUSHED.indexOf(name) + 1] ?? null) : name;
    after_id = isDone ? null : (ids.at(-1) ?? null);
    queued += ids.length;
    room -= ids.length;
  }
  return { ...mirror, kind, after_id, queued };
}

/** The push has ended when each queued record was tried; failed ones are retried like any other. */
async function finish(tx: Tx, mirror: Mirror, now: Date): Promise<void> {
  const waiting = await waitingChanges(tx, mirror.queued_at);
  const finished = waiting === 0 ? now : null;
  await moveMirror(tx, { ...mirror, finished_at: finished }, addMs(now, FULL_PAUSE_MS));
}
