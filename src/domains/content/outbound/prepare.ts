import type { Reader } from '../../../platform/database/tx.js';
import type { SaveWrite } from '../connectors/connector.js';
import { buildFields, type Missing, namesFor, same } from '../documents/build.js';
import type { Fields } from '../documents/document.js';
import type { Kind } from '../documents/kind.js';
import { documentTypeOf } from '../documents/kinds.js';
import type { Row } from '../records/repository.js';
import { type State, statesOf } from '../state-repository.js';

/** A record and the write that brings its document up to date. */
export type Prepared = {
  kind: Kind;
  row: Row;
  /** All fields of the document. */
  fields: Fields;
  state: State | undefined;
  /** Undefined when the document is up to date. */
  write: SaveWrite | undefined;
};

/**
 * Compares records with the state of the last sync. `overwrite` writes all fields over any
 * revision; otherwise only the fields edited here are written, and only over the known revision.
 */
export async function prepareWrites(
  reader: Reader,
  records: readonly { kind: Kind; row: Row }[],
  overwrite: boolean,
): Promise<{ prepared: Prepared[]; missing: Missing[] }> {
  const { names, missing } = await namesFor(reader, records);
  const shared = records.filter(({ kind }) => kind.save !== undefined);
  const states = await statesOf(
    reader,
    shared.map(({ row }) => row.documentId),
  );
  const prepared = records.map(({ kind, row }): Prepared => {
    const fields = buildFields(kind, row.columns, names);
    const state = states.get(row.documentId);
    return { kind, row, fields, state, write: writeOf(kind, row, fields, state, overwrite) };
  });
  return { prepared, missing };
}

function writeOf(
  kind: Kind,
  row: Row,
  fields: Fields,
  state: State | undefined,
  overwrite: boolean,
): SaveWrite | undefined {
  const base = { operation: 'save' as const, id: row.documentId };
  const type = documentTypeOf(kind, row.columns);
  const shaped = inRemoteShape(kind, fields, state?.remote ?? {});
  if (overwrite || kind.save === undefined) return { ...base, type, fields: shaped };
  if (state === undefined) return { ...base, type, fields: shaped, ifRev: null };
  const edited = Object.keys(fields).filter(name => !same(fields[name], state.local[name]));
  if (edited.length === 0) return undefined;
  if (state.rev === null) return { ...base, type, fields: shaped, ifRev: null };
  return { ...base, type, fields: pick(shaped, edited), ifRev: state.rev };
}

const inRemoteShape = (kind: Kind, fields: Fields, remote: Fields): Fields =>
  Object.fromEntries(
    kind.fields.map(({ name, inShapeOf }) => [
      name,
      inShapeOf === undefined || fields[name] === null
        ? fields[name]
        : inShapeOf(remote[name], fields[name]),
    ]),
  );

export const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map(name => [name, fields[name]]));
