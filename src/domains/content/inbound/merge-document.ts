import type { Connector } from '../connectors/connector.js';
import { buildFields, namesFor, same } from '../documents/build.js';
import { type ContentDocument, type Fields, updatedAtOf } from '../documents/document.js';
import type { Names } from '../documents/fields.js';
import { type Kind, Passed, type Saving } from '../documents/kind.js';
import { isDeletedHere } from '../outbound/mutation-repository.js';
import { pushSoon } from '../outbound/push-soon.js';
import { markChanges } from '../outbound/repository.js';
import { type Row, recordByDocument, recordsById, stampRecords } from '../records/repository.js';
import { lockDocument, type State, saveState, statesOf } from '../state-repository.js';
import type { Applied } from './apply-document.js';

export type MergeOptions = {
  connector: Connector;
  /** It was just read from the content system, so nothing newer can be known. */
  isCurrent: boolean;
  recordIdOf: Names['recordIdOf'];
};

/**
 * Brings a record up to a document. A field is taken when it was edited over there since we last
 * looked; if it was edited here as well, the newer edit wins, and ours goes out again. What is not
 * in the document stays as it is: a webhook may send only some fields.
 */
export async function mergeDocument(
  saving: Saving,
  kind: Kind,
  document: ContentDocument,
  options: MergeOptions,
): Promise<Applied> {
  const { tx, platform } = saving;
  await lockDocument(tx, document._id);
  const state = (await statesOf(tx, [document._id])).get(document._id);
  const at = updatedAtOf(document) ?? platform.clock.now();
  const known = options.isCurrent ? undefined : passReason(state, document, at);
  if (known !== undefined) return { status: 'skipped', reason: known };

  const row = await recordByDocument(tx, kind, document._id);
  const before = row && (await written(saving, kind, row));
  const { taken, kept, change } = judge(kind, document, at, { row, before, state, options });
  if (row === undefined) {
    if (await isDeletedHere(tx, document._id, at)) throw new Passed('deleted_here');
    requireColumns(kind, change);
  }
  if (!options.isCurrent) await options.connector.keep?.(tx, document, 'save');
  const id =
    row === undefined
      ? await create(saving, kind, document, change)
      : await alter(saving, kind, row, change, document._type);
  const [after] = await recordsById(tx, kind, [id]);
  if (after === undefined) throw new Error(`${kind.name} ${id} was saved and is not there`);
  const local = await written(saving, kind, after);
  await saveState(tx, {
    document_id: document._id,
    kind: kind.name,
    record_id: id,
    rev: document._rev,
    remote_updated_at: updatedAtOf(document) ?? state?.remote_updated_at ?? null,
    remote: { ...state?.remote, ...mentioned(kind, document) },
    // Fields that were not taken stay as they were agreed, so that edits here are still seen. When
    // both meet for the first time, all is agreed: what came in is never answered by a write.
    local: row && state ? { ...state.local, ...pickNames(local, taken) } : local,
  });
  await stampRecords(tx, kind.name, [{ id, documentId: document._id, rev: document._rev }]);
  if (kept.length > 0) {
    await markChanges(tx, [{ kind: kind.name, id, deletedId: null }], platform.clock.now());
    await pushSoon(tx);
  }
  return { status: 'processed' };
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

type Sides = {
  row: Row | undefined;
  before: Fields | undefined;
  state: State | undefined;
  options: MergeOptions;
};

/** Which fields are taken, and what that changes in the record. */
function judge(kind: Kind, document: ContentDocument, at: Date, sides: Sides) {
  const { row, before, state, options } = sides;
  const names: Names = { documentIdOf: () => undefined, recordIdOf: options.recordIdOf };
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

/** What we would write of the record now. */
async function written({ tx }: Saving, kind: Kind, row: Row): Promise<Fields> {
  const { names } = await namesFor(tx, [{ kind, row }]);
  return buildFields(kind, row.columns, names);
}

const mentioned = (kind: Kind, document: ContentDocument): Fields =>
  pickNames(
    document,
    kind.fields.map(({ name }) => name).filter(name => document[name] !== undefined),
  );

const pickNames = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map(name => [name, fields[name]]));
