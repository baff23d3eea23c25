import { isDeepStrictEqual } from 'node:util';
import type { Reader } from '../../../platform/database/tx.js';
import { namesOf, type Row } from '../records/repository.js';
import type { Fields } from './document.js';
import type { Names } from './fields.js';
import type { Kind, KindName } from './kind.js';
import { kindNamed } from './kinds.js';

/** Whether two JSON values say the same, whatever the order of their keys. */
export const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a ?? null, b ?? null);

/** A record nobody has written a document of yet, though others point at it. */
export type Missing = { kind: KindName; id: string };

const nameKey = (kind: KindName, id: string): string => `${kind}:${id}`;

/** The documents behind everything that these records point at. */
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

/** Ids by kind; kinds that nothing points at are not there. */
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

/** What the document of a record should say; null stands for a field that it should not have. */
export const buildFields = (kind: Kind, columns: Fields, names: Names): Fields =>
  Object.fromEntries(
    kind.fields.map(field => [
      field.name,
      field.write(columns[field.column] ?? null, names) ?? null,
    ]),
  );
