import { addMs, MINUTE_MS } from '../../../platform/clock.js';
import { isDatabaseUnavailable } from '../../../platform/database/connect.js';
import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { defineQueue } from '../../../platform/work/queues/queue.js';
import { pauseAfter } from '../../../platform/work/queues/repository.js';
import {
  type Connector,
  ConnectorError,
  RevisionConflict,
  type Write,
  type Written,
} from '../connectors/connector.js';
import { connectorFor, mirrorTarget } from '../connectors/registry.js';
import type { Kind } from '../documents/kind.js';
import { kindNamed, kinds } from '../documents/kinds.js';
import { OutboundReferenceShapeError } from '../documents/reference-shape.js';
import { type Row, recordsById } from '../records/repository.js';
import { forgetSynced } from '../records/sync-repository.js';
import { contentBackOff } from '../rules.js';
import { deleteStates } from '../state-repository.js';
import { requireReferenceShapes } from './check-references.js';
import { OUTBOUND_QUEUE } from './hint-outbound.js';
import { mutate, reasonOf } from './mutation.js';
import { type Prepared, prepareWrites } from './prepare.js';
import { reconcile } from './reconcile.js';
import {
  type Change,
  failChange,
  finishChanges,
  lockChanges,
  markMissing,
  releaseChanges,
} from './repository.js';
import { settle } from './settle.js';

const LEASE_MS = MINUTE_MS;

/** Records whose documents have to be written. One node writes at a time, which keeps the order. */
export const outboundQueue = defineQueue<Change>({
  name: OUTBOUND_QUEUE,
  table: 'content_changes',
  key: ['kind', 'record_id'],
  due: 'due_at',
  lease: 'lease_until',
  attempts: 'attempts',
  attemptsCount: 'failures',
  error: 'error',
  open: 'q.parked_at is null',
  parked: 'q.parked_at is not null',
  park: now => `parked_at = ${now}`,
  reopen: 'parked_at = null, attempts = 0',
  clock: 'node',
  leaseMs: LEASE_MS,
  backOff: contentBackOff,
  batch: 100,
  concurrency: 1,
  exclusive: true,
  paced: true,
  handle: (platform, changes) => pushBatch(platform, connectorFor(platform), changes),
});

type Item = { change: Change; write: Write; prepared: Prepared | undefined };

/** If a batch fails unexpectedly, pushes its records one by one, so that only the bad one fails. */
async function pushBatch(
  platform: Platform,
  connector: Connector,
  changes: readonly Change[],
): Promise<void> {
  try {
    await pushTogether(platform, connector, changes);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    const [only, ...others] = changes;
    if (only && others.length === 0) return fail(platform, only, error);
    for (const change of changes) await pushBatch(platform, connector, [change]);
  }
}

async function pushTogether(
  platform: Platform,
  connector: Connector,
  changes: readonly Change[],
): Promise<void> {
  const { db, clock } = platform;
  const { prepared, missing } = await prepareWrites(db, await rowsOf(platform, changes), false);
  if (missing.length > 0 && mirrorTarget(platform) !== undefined) {
    await atomically(db, tx => markMissing(tx, missing, clock.now()));
  }
  const byRecord = new Map(prepared.map(item => [`${item.kind.name}:${item.row.id}`, item]));
  const items: Item[] = [];
  const unchanged: Change[] = [];
  const upToDate: Prepared[] = [];
  for (const change of changes) {
    const found = byRecord.get(`${change.kind}:${change.record_id}`);
    if (change.deleted_id !== null) {
      const kind = kindNamed(change.kind);
      const type = typeof kind.type === 'string' ? kind.type : kind.prefix;
      items.push({
        change,
        prepared: undefined,
        write: { operation: 'delete', id: change.deleted_id, type },
      });
    } else if (found?.write === undefined) {
      unchanged.push(change);
      if (found) upToDate.push(found);
    } else items.push({ change, prepared: found, write: found.write });
  }
  await finishUnchanged(platform, unchanged, upToDate);
  const valid = await failMalformed(platform, items);
  if (valid.length > 0) await send(platform, connector, valid);
}

/** Finishes changes that need no write. */
async function finishUnchanged(
  { db }: Platform,
  changes: readonly Change[],
  upToDate: readonly Prepared[],
): Promise<void> {
  if (changes.length === 0) return;
  await atomically(db, async tx => {
    await settle(
      tx,
      upToDate.map(item => ({ ...item, written: undefined })),
    );
    await lockChanges(tx, changes);
    await finishChanges(tx, changes);
  });
}

async function rowsOf({ db }: Platform, changes: readonly Change[]) {
  const rows: { kind: Kind; row: Row }[] = [];
  for (const kind of kinds) {
    const ofKind = changes.filter(
      change => change.kind === kind.name && change.deleted_id === null,
    );
    if (ofKind.length === 0) continue;
    const found = await recordsById(
      db,
      kind,
      ofKind.map(change => change.record_id),
    );
    rows.push(...found.map(row => ({ kind, row })));
  }
  return rows;
}

/** Returns the items without malformed references. */
async function failMalformed(platform: Platform, items: readonly Item[]): Promise<Item[]> {
  const valid: Item[] = [];
  for (const item of items) {
    try {
      if (item.prepared) requireReferenceShapes(platform, item.prepared.kind, item.write);
      valid.push(item);
    } catch (error) {
      if (!(error instanceof OutboundReferenceShapeError)) throw error;
      await fail(platform, item.change, error);
    }
  }
  return valid;
}

/** Uses one request; if it fails, one per document, so that a bad document fails alone. */
async function send(
  platform: Platform,
  connector: Connector,
  items: readonly Item[],
): Promise<void> {
  let written: Written[];
  try {
    written = await mutate(
      platform,
      connector,
      items.map(item => item.write),
    );
  } catch (error) {
    const [only, ...others] = items;
    if (only && others.length === 0) return handleRefusal(platform, connector, only, error);
    if (error instanceof ConnectorError) return failAll(platform, items, error);
    for (const item of items) await send(platform, connector, [item]);
    return;
  }
  await atomically(platform.db, async tx => {
    const saved = items.flatMap(({ prepared }, index) =>
      prepared ? [{ ...prepared, written: written[index] }] : [],
    );
    const done = await settle(tx, saved);
    const deleted = items.filter(item => item.prepared === undefined);
    await deleteStates(
      tx,
      deleted.map(item => item.write.id),
    );
    await forgetSynced(
      tx,
      deleted.map(item => item.change),
    );
    await lockChanges(
      tx,
      items.map(item => item.change),
    );
    const isDone = (item: Item) => item.prepared === undefined || done.has(item.write.id);
    await finishChanges(
      tx,
      items.filter(isDone).map(item => item.change),
    );
    await releaseChanges(
      tx,
      items.filter(item => !isDone(item)).map(item => item.change),
    );
  });
}

async function handleRefusal(
  platform: Platform,
  connector: Connector,
  { change, prepared }: Item,
  error: unknown,
): Promise<void> {
  if (error instanceof RevisionConflict && prepared?.write?.ifRev !== undefined) {
    try {
      const hasChanged = await reconcile(platform, connector, prepared);
      if (hasChanged) return retryAtOnce(platform, change, error);
    } catch (problem) {
      return fail(platform, change, problem);
    }
  }
  await fail(platform, change, error);
}

const MAX_IMMEDIATE_ATTEMPTS = 4;

/** Retries without a pause after a conflict, four times at most: the document may keep changing. */
async function retryAtOnce(platform: Platform, change: Change, error: Error): Promise<void> {
  const now = platform.clock.now();
  if (change.attempts >= MAX_IMMEDIATE_ATTEMPTS) return fail(platform, change, error);
  await atomically(platform.db, tx =>
    failChange(tx, change, { error: reasonOf(error), dueAt: now, now }),
  );
}

/** Fails the whole batch: the content system is unavailable, so single requests would fail too. */
async function failAll(platform: Platform, items: readonly Item[], error: Error): Promise<void> {
  for (const item of items) await fail(platform, item.change, error);
}

async function fail(platform: Platform, change: Change, error: unknown): Promise<void> {
  const now = platform.clock.now();
  const pause = pauseAfter(outboundQueue, change);
  const dueAt = pause === undefined ? undefined : addMs(now, pause);
  const reason = reasonOf(error);
  platform.log.warn(
    { kind: change.kind, record: change.record_id, reason, parked: dueAt === undefined },
    'writing a document failed',
  );
  await atomically(platform.db, tx => failChange(tx, change, { error: reason, dueAt, now }));
}
