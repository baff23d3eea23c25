import type { Tx } from '../../../platform/database/tx.js';
import type { Connector } from '../connectors/connector.js';
import { buildFields, namesFor, same } from '../documents/build.js';
import { type ContentDocument, type Fields, updatedAtOf } from '../documents/document.js';
import type { Names } from '../documents/fields.js';
import type { Kind, Saving } from '../documents/kind.js';
import { hintOutbound } from '../outbound/hint-outbound.js';
import { deletedHere } from '../outbound/mutation-repository.js';
import { markChanges } from '../outbound/repository.js';
import { idsOfOtherKinds } from '../records/ids-repository.js';
import { nameRecords, type Row, recordsByDocument, recordsById } from '../records/repository.js';
import { noteSynced } from '../records/sync-repository.js';
import { lockDocuments, type State, saveStates, statesOf } from '../state-repository.js';
import type { Applied } from './apply-document.js';

export type MergeOptions = {
  connector: Connector;
  /** The documents were just read from the content system, so they cannot be outdated. */
  isCurrent: boolean;
  recordIdOf: Names['recordIdOf'];
};

/** A document with its record and the state of the last sync. */
type Match = {
  document: ContentDocument;
  at: Date;
  state: State | undefined;
  row: Row | undefined;
  /** The document fields of the record before the merge. */
  before: Fields | undefined;
};

/**
 * Updates records of one kind from their documents. A field is applied when it was edited in the
 * content system since the last sync. If it was edited here as well, the newer edit wins; a newer
 * edit here is queued for the outbound push. Fields missing in a document stay unchanged, because a
 * webhook may send only some fields.
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
  const foreign = await idsOfOtherKinds(tx, kind.name, ids);
  const skipped = new Map<string, string>();
  const open: Omit<Match, 'row' | 'before'>[] = [];
  for (const document of documents) {
    const state = states.get(document._id);
    const at = updatedAtOf(document) ?? saving.platform.clock.now();
    const outdated = options.isCurrent ? undefined : skipReason(state, document, at);
    const reason = foreign.has(document._id) ? 'other_kind' : outdated;
    if (reason === undefined) open.push({ document, at, state });
    else skipped.set(document._id, reason);
  }
  const matches = await matchRecords(saving, kind, open);
  const unmatched = matches.filter(({ row }) => row === undefined);
  const deleted = await deletedHere(
    tx,
    unmatched.map(({ document, at }) => ({ id: document._id, at })),
  );
  for (const id of deleted) skipped.set(id, 'deleted_here');
  await saveMatches(
    saving,
    kind,
    matches.filter(({ document }) => !deleted.has(document._id)),
    options,
  );
  return ids.map(id => {
    const reason = skipped.get(id);
    return reason === undefined ? { status: 'processed' } : { status: 'skipped', reason };
  });
}

async function matchRecords(
  { tx }: Saving,
  kind: Kind,
  open: readonly Omit<Match, 'row' | 'before'>[],
): Promise<Match[]> {
  const rows = await recordsByDocument(
    tx,
    kind,
    open.map(({ document }) => document._id),
  );
  const before = await documentFields(tx, kind, [...rows.values()]);
  return open.map(match => {
    const row = rows.get(match.document._id);
    return { ...match, row, before: row && before.get(row.id) };
  });
}

async function saveMatches(
  saving: Saving,
  kind: Kind,
  matches: readonly Match[],
  options: MergeOptions,
): Promise<void> {
  if (matches.length === 0) return;
  const { tx, platform } = saving;
  const decided = matches.map(match => ({
    ...match,
    ...decideFields(kind, match, options.recordIdOf),
  }));
  for (const { row, change } of decided) if (row === undefined) requireColumns(kind, change);
  const documents = matches.map(({ document }) => document);
  if (!options.isCurrent) await options.connector.storeReceived?.(tx, documents, 'save');
  const saved: (Match & { id: string; applied: string[]; kept: string[] })[] = [];
  for (const match of decided) {
    const { row, document, change } = match;
    const id =
      row === undefined
        ? await createRecord(saving, kind, document, change)
        : await updateRecord(saving, kind, row, change, document._type);
    saved.push({ ...match, id });
  }
  const after = await recordsById(
    tx,
    kind,
    saved.map(({ id }) => id),
  );
  const local = await documentFields(tx, kind, after);
  await saveStates(
    tx,
    saved.map(match => agreedState(kind, match, local.get(match.id))),
  );
  const named = new Set(after.filter(({ isNamed }) => isNamed).map(({ id }) => id));
  await nameRecords(
    tx,
    kind.name,
    saved
      .filter(({ id }) => !named.has(id))
      .map(({ id, document }) => ({ id, documentId: document._id })),
  );
  await noteSynced(
    tx,
    saved.map(({ id, document }) => ({ kind: kind.name, id, rev: document._rev })),
  );
  const edited = saved.filter(({ kept }) => kept.length > 0);
  if (edited.length > 0) {
    const marks = edited.map(({ id }) => ({ kind: kind.name, id, deletedId: null }));
    await markChanges(tx, marks, platform.clock.now());
    hintOutbound(tx);
  }
}

/** The sync state after the document is applied. */
function agreedState(
  kind: Kind,
  { id, document, state, row, applied }: Match & { id: string; applied: string[] },
  local: Fields | undefined,
): State {
  if (local === undefined) throw new Error(`${kind.name} ${id} was saved but cannot be read`);
  return {
    document_id: document._id,
    kind: kind.name,
    record_id: id,
    rev: document._rev,
    remote_updated_at: updatedAtOf(document) ?? state?.remote_updated_at ?? null,
    remote: { ...state?.remote, ...presentFields(kind, document) },
    // A field that was not applied keeps its old state, so that an edit here is still detected. A
    // first sync agrees on all fields: an inbound document never causes a write of its own.
    local: row && state ? { ...state.local, ...pickNames(local, applied) } : local,
  };
}

function skipReason(
  state: State | undefined,
  document: ContentDocument,
  at: Date,
): string | undefined {
  if (state === undefined) return undefined;
  if (document._rev !== '' && state.rev === document._rev) return 'revision_known';
  const last = state.remote_updated_at;
  return last !== null && at < last ? 'older_revision' : undefined;
}

/** Decides per field whether the document's value is applied or the record's value is kept. */
function decideFields(
  kind: Kind,
  { document, at, row, before, state }: Match,
  recordIdOf: Names['recordIdOf'],
): { applied: string[]; kept: string[]; change: Fields } {
  const names: Names = { documentIdOf: () => undefined, recordIdOf };
  const applied: string[] = [];
  const kept: string[] = [];
  const change: Fields = {};
  for (const field of kind.fields) {
    const remote = document[field.name];
    if (remote === undefined || same(remote, state?.remote[field.name])) continue;
    if (field.inbound === 'never' || (field.inbound === 'on_create' && row !== undefined)) continue;
    const value = field.read(remote, names);
    if (value === undefined) continue;
    const isEditedHere = before && state && !same(before[field.name], state.local[field.name]);
    if (row && isEditedHere && row.updatedAt > at) kept.push(field.name);
    else {
      applied.push(field.name);
      if (!row || !sameColumn(row.columns[field.column], value)) change[field.column] = value;
    }
  }
  return { applied, kept, change };
}

/** Allows for database formats: product ids are numbers, and rates have six decimals. */
function sameColumn(column: unknown, value: unknown): boolean {
  if (same(column, value)) return true;
  if (column instanceof Date) return column.toISOString() === value;
  if (typeof column === 'number' && typeof value === 'string') return String(column) === value;
  const bothNumeric = typeof column === 'string' && typeof value === 'string' && column !== '';
  return bothNumeric && /^\d+(\.\d+)?$/.test(column) && Number(column) === Number(value);
}

function requireColumns(kind: Kind, change: Fields): void {
  const missing = (kind.required ?? []).filter(
    column => change[column] === undefined || change[column] === null,
  );
  if (missing.length > 0) {
    throw new Error(`the document has no valid value for: ${missing.join(', ')}`);
  }
}

const createRecord = (saving: Saving, kind: Kind, document: ContentDocument, change: Fields) =>
  save(saving, kind, undefined, { ...change, sanity_id: document._id }, document._type);

const updateRecord = (saving: Saving, kind: Kind, row: Row, change: Fields, type: string) =>
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
  if (kind.save === undefined)
    throw new Error(`${kind.name} cannot be edited in the content system`);
  return kind.save(saving, id, change, type);
}

/** The document fields of these records, by record id. */
async function documentFields(
  tx: Tx,
  kind: Kind,
  rows: readonly Row[],
): Promise<Map<string, Fields>> {
  const { names } = await namesFor(
    tx,
    rows.map(row => ({ kind, row })),
  );
  return new Map(rows.map(row => [row.id, buildFields(kind, row.columns, names)]));
}

const presentFields = (kind: Kind, document: ContentDocument): Fields =>
  pickNames(
    document,
    kind.fields.map(({ name }) => name).filter(name => document[name] !== undefined),
  );

const pickNames = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map(name => [name, fields[name]]));
