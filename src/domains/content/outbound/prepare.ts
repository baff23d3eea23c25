import type { Reader } from '../../../platform/database/tx.js';
import type { SaveWrite } from '../connectors/connector.js';
import { buildFields, type Missing, namesFor, same } from '../documents/build.js';
import type { Fields } from '../documents/document.js';
import type { Kind } from '../documents/kind.js';
import { documentTypeOf } from '../documents/kinds.js';
import type { Row } from '../records/repository.js';
import { type State, statesOf } from '../state-repository.js';

/** A record beside what has to be written of it. */
export type Prepared = {
  kind: Kind;
  row: Row;
  /** Everything the document should say. */
  fields: Fields;
  state: State | undefined;
  /** Undefined when the document says all that already. */
  write: SaveWrite | undefined;
};

/**
 * Compares records with what was last agreed. `overwrite` writes everything, whatever is over
 * there; else only what was edited here goes out, and only onto the revision we know.
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
    kind.fields.map(({ name, like }) => [
      name,
      like === undefined || fields[name] === null ? fields[name] : like(remote[name], fields[name]),
    ]),
  );

export const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map(name => [name, fields[name]]));
