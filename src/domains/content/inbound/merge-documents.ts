import type { Tx } from '../../../platform/database/tx.js';
import { hintQueue } from '../../../platform/work/queues/hint.js';
import type { Connector } from '../connectors/connector.js';
import { buildFields, namesFor, same } from '../documents/build.js';
import { type ContentDocument, type Fields, updatedAtOf } from '../documents/document.js';
import type { Names } from '../documents/fields.js';
import type { Kind, Saving } from '../documents/kind.js';
import { deletedHere } from '../outbound/mutation-repository.js';
import { outboundQueue } from '../outbound/push-changes.js';
import { markChanges } from '../outbound/repository.js';
import { type Row, recordsByDocument, recordsById, stampRecords } from '../records/repository.js';
import { lockDocuments, type State, saveStates, statesOf } from '../state-repository.js';
import type { Applied } from './apply-document.js';

export type MergeOptions = {
  connector: Connector;
  /** They were just read from the content system, so nothing newer can be known. */
  isCurrent: boolean;
  recordIdOf: Names['recordIdOf'];
};

/** A document beside what is known of it here. */
type Side = {
  document: ContentDocument;
  at: Date;
  state: State | undefined;
  row: Row | undefined;
  /** What we would have written of the record before. */
  before: Fields | undefined;
};

/**
 * Brings records of one kind up to their documents. A field is taken when it was edited over there
 * since we last looked; if it was edited here as well, the newer edit wins, and ours goes out again.
 * What is not in a document stays as it is: a webhook may send only some fields.
 */
export async function mergeDocuments(
  saving: Saving,
  kind: Kind,
  documents: readonly ContentDocument[],
  options: MergeOptions,
): Promise<Applied[]> {
  const { tx } = saving;
  const ids = documents.map(({ _id }) => _id);
  await lockDocuments(tx, ids);
  const states = await statesOf(tx, ids);
  const passed = new Map<string, string>();
  const open: Omit<Side, 'row' | 'before'>[] = [];
  for (const document of documents) {
    const state = states.get(document._id);
    const at = updatedAtOf(document) ?? saving.platform.clock.now();
    const reason = options.isCurrent ? undefined : passReason(state, document, at);
    if (reason === undefined) open.push({ document, at, state });
    else passed.set(document._id, reason);
  }
  const sides = await besideRecords(saving, kind, open);
  const newcomers = sides.filter(({ row }) => row === undefined);
  const deleted = await deletedHere(
    tx,
    newcomers.map(({ document, at }) => ({ id: document._id, at })),
  );
  for (const id of deleted) passed.set(id, 'deleted_here');
  await saveSides(
    saving,
    kind,
    sides.filter(({ document }) => !deleted.has(document._id)),
    options,
  );
  return ids.map(id => {
    const reason = passed.get(id);
    return reason === undefined ? { status: 'processed' } : { status: 'skipped', reason };
  });
}

async function besideRecords(
  { tx }: Saving,
  kind: Kind,
  open: readonly Omit<Side, 'row' | 'before'>[],
): Promise<Side[]> {
  const rows = await recordsByDocument(
    tx,
    kind,
    open.map(({ document }) => document._id),
  );
  const before = await written(tx, kind, [...rows.values()]);
  return open.map(side => {
    const row = rows.get(side.document._id);
    return { ...side, row, before: row && before.get(row.id) };
  });
}

async function saveSides(
  saving: Saving,
  kind: Kind,
  sides: readonly Side[],
  options: MergeOptions,
): Promise<void> {
  if (sides.length === 0) return;
  const { tx, platform } = saving;
  const judged = sides.map(side => ({ ...side, ...judge(kind, side, options.recordIdOf) }));
  for (const { row, change } of judged) if (row === undefined) requireColumns(kind, change);
  const documents = sides.map(({ document }) => document);
  if (!options.isCurrent) await options.connector.keep?.(tx, documents, 'save');
  const saved: (Side & { id: string; taken: string[]; kept: string[] })[] = [];
  for (const side of judged) {
    const { row, document, change } = side;
    const id =
      row === undefined
        ? await create(saving, kind, document, change)
        : await alter(saving, kind, row, change, document._type);
    saved.push({ ...side, id });
  }
  const after = await recordsById(
    tx,
    kind,
    saved.map(({ id }) => id),
  );
  const local = await written(tx, kind, after);
  await saveStates(
    tx,
    saved.map(side => agreed(kind, side, local.get(side.id))),
  );
  const noted = await stampRecords(
    tx,
    kind.name,
    saved.map(({ id, document }) => ({ id, documentId: document._id, rev: document._rev })),
  );
  // A record that somebody held just now is noted by the next push.
  const edited = saved.filter(({ id, kept }) => kept.length > 0 || !noted.has(id));
  if (edited.length > 0) {
    const marks = edited.map(({ id }) => ({ kind: kind.name, id, deletedId: null }));
    await markChanges(tx, marks, platform.clock.now());
    hintQueue(tx, outboundQueue);
  }
}

/** What both sides say, once the document is taken in. */
function agreed(
  kind: Kind,
  { id, document, state, row, taken }: Side & { id: string; taken: string[] },
  local: Fields | undefined,
): State {
  if (local === undefined) throw new Error(`${kind.name} ${id} was saved and is not there`);
  return {
    document_id: document._id,
    kind: kind.name,
    record_id: id,
    rev: document._rev,
    remote_updated_at: updatedAtOf(document) ?? state?.remote_updated_at ?? null,
    remote: { ...state?.remote, ...mentioned(kind, document) },
    // Fields that were not taken stay as they were agreed, so that edits here are still seen. When
    // both meet for the first time, all is agreed: what came in is never answered by a write.
    local: row && state ? { ...state.local, ...pickNames(local, taken) } : local,
  };
}

function passReason(
  state: State | undefined,
  document: ContentDocument,
  at: Date,
): string | undefined {
  if (state === undefined) return undefined;
  if (document._rev !== '' && state.rev === document._rev) return 'revision_known';
  const last = state.remote_updated_at;
  return last !== null && at < last ? 'older_revision' : undefined;
}

/** Which fields are taken, and what that changes in the record. */
function judge(
  kind: Kind,
  { document, at, row, before, state }: Side,
  recordIdOf: Names['recordIdOf'],
): { taken: string[]; kept: string[]; change: Fields } {
  const names: Names = { documentIdOf: () => undefined, recordIdOf };
  const taken: string[] = [];
  const kept: string[] = [];
  const change: Fields = {};
  for (const field of kind.fields) {
    const told = document[field.name];
    if (told === undefined || same(told, state?.remote[field.name])) continue;
    if (field.taken === 'out' || (field.taken === 'once' && row !== undefined)) continue;
    const value = field.read(told, names);
    if (value === undefined) continue;
    const isEditedHere = before && state && !same(before[field.name], state.local[field.name]);
    if (row && isEditedHere && row.updatedAt > at) kept.push(field.name);
    else {
      taken.push(field.name);
      if (!row || !sameColumn(row.columns[field.column], value)) change[field.column] = value;
    }
  }
  return { taken, kept, change };
}

/** Columns come as the database gives them: ids of products are numbers, rates have six digits. */
function sameColumn(column: unknown, value: unknown): boolean {
  if (same(column, value)) return true;
  if (column instanceof Date) return column.toISOString() === value;
  if (typeof column === 'number' && typeof value === 'string') return String(column) === value;
  const bothNumeric = typeof column === 'string' && typeof value === 'string' && column !== '';
  return bothNumeric && /^\d+(\.\d+)?$/.test(column) && Number(column) === Number(value);
}

function requireColumns(kind: Kind, change: Fields): void {
  const lacking = (kind.required ?? []).filter(
    column => change[column] === undefined || change[column] === null,
  );
  if (lacking.length > 0) {
    throw new Error(`the document does not say its ${lacking.join(', ')}, or not in a usable way`);
  }
}

const create = (saving: Saving, kind: Kind, document: ContentDocument, change: Fields) =>
  save(saving, kind, undefined, { ...change, sanity_id: document._id }, document._type);

const alter = (saving: Saving, kind: Kind, row: Row, change: Fields, type: string) =>
  Object.keys(change).length === 0
    ? Promise.resolve(row.id)
    : save(saving, kind, row.id, change, type);

function save(
  saving: Saving,
  kind: Kind,
  id: string | undefined,
  change: Fields,
  type: string,
): Promise<string> {
  if (kind.save === undefined) throw new Error(`${kind.name} is ours alone`);
  return kind.save(saving, id, change, type);
}

/** What we would write of these records now, by their ids. */
async function written(tx: Tx, kind: Kind, rows: readonly Row[]): Promise<Map<string, Fields>> {
  const { names } = await namesFor(
    tx,
    rows.map(row => ({ kind, row })),
  );
  return new Map(rows.map(row => [row.id, buildFields(kind, row.columns, names)]));
}

const mentioned = (kind: Kind, document: ContentDocument): Fields =>
  pickNames(
    document,
    kind.fields.map(({ name }) => name).filter(name => document[name] !== undefined),
  );

const pickNames = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map(name => [name, fields[name]]));
