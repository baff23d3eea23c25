import { isDeepStrictEqual } from 'node:util';
import type { Reader } from '../../../platform/database/tx.js';
import { namesOf, type Row } from '../records/repository.js';
import type { Fields } from './document.js';
import type { Names } from './fields.js';
import type { Kind, KindName } from './kind.js';
import { kindNamed } from './kinds.js';

/** Compares two JSON values; null equals undefined, and the order of keys does not matter. */
export const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a ?? null, b ?? null);

/** A record that others refer to and that has no document yet. */
export type Missing = { kind: KindName; id: string };

const nameKey = (kind: KindName, id: string): string => `${kind}:${id}`;

/** Document ids of all records that these records refer to. */
export async function namesFor(
  reader: Reader,
  records: readonly { kind: Kind; row: Row }[],
): Promise<{ names: Names; missing: Missing[] }> {
  const wanted = referredTo(records);
  const known = new Map<string, string>();
  const missing: Missing[] = [];
  for (const [kind, ids] of wanted) {
    for (const named of await namesOf(reader, kindNamed(kind), [...ids])) {
      known.set(nameKey(kind, named.id), named.documentId);
      if (!named.isSynced) missing.push({ kind, id: named.id });
    }
  }
  const names: Names = {
    documentIdOf: (kind, id) => known.get(nameKey(kind, id)),
    recordIdOf: () => undefined,
  };
  return { names, missing };
}

/** Ids of the referenced records by kind. */
function referredTo(records: readonly { kind: Kind; row: Row }[]): Map<KindName, Set<string>> {
  const wanted = new Map<KindName, Set<string>>();
  for (const { kind, row } of records) {
    for (const { refersTo, column } of kind.fields) {
      const values = refersTo === undefined ? [] : [row.columns[column]].flat();
      for (const id of values.filter(value => value !== null && value !== undefined)) {
        const ids = wanted.get(refersTo as KindName) ?? new Set();
        wanted.set(refersTo as KindName, ids.add(String(id)));
      }
    }
  }
  return wanted;
}

/** The document fields of a record; null means that the document must not have the field. */
export const buildFields = (kind: Kind, columns: Fields, names: Names): Fields =>
  Object.fromEntries(
    kind.fields.map(field => [
      field.name,
      field.write(columns[field.column] ?? null, names) ?? null,
    ]),
  );
