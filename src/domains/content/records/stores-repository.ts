import { type Reader, statement } from '../../../platform/database/tx.js';
import type { Kind } from '../documents/kind.js';
import { idInDefault, isId, isOneOf, oneOf } from './repository.js';
import { storesOf, TABLES } from './tables-repository.js';

/** The stores of records by id; null means that the record belongs to the chain. */
export type Stores = ReadonlyMap<string, readonly string[] | null>;

/** Whether records of this kind belong to stores, so that not everybody may see them. */
export const isOfStores = (kind: Kind): boolean => storesOf(TABLES[kind.name]) !== undefined;

type Found = { id: string; stores: string[] | null };

const asMap = (rows: readonly Found[]): Map<string, string[] | null> =>
  new Map(rows.map(({ id, stores }) => [id, stores]));

/** A record that no longer exists is missing in the result. */
export async function storesOfRecords(
  reader: Reader,
  kind: Kind,
  ids: readonly string[],
): Promise<Stores> {
  const table = TABLES[kind.name];
  const asked = ids.filter(id => isId(table, id));
  // Sale lines have no documents and no index on their id.
  if (asked.length === 0 || kind.within !== undefined) return new Map();
  return asMap(
    await statement<Found>(
      reader,
      `select t.id::text as id, ${storesOf(table)} as stores from ${table.name} t
       where ${isOneOf(table)}`,
      oneOf(table, asked),
    ),
  );
}

/** The same by document id: the stored one, or else the default one. */
export async function storesOfDocuments(
  reader: Reader,
  kind: Kind,
  documentIds: readonly string[],
): Promise<Stores> {
  const found = await storesOfNamed(reader, kind, documentIds);
  const own = documentIds.flatMap(documentId => {
    const id = found.has(documentId) ? undefined : idInDefault(kind, documentId);
    return id === undefined ? [] : [{ documentId, id }];
  });
  const records = await storesOfRecords(
    reader,
    kind,
    own.map(({ id }) => id),
  );
  for (const { documentId, id } of own) {
    const stores = records.get(id);
    if (stores !== undefined) found.set(documentId, stores);
  }
  return found;
}

async function storesOfNamed(
  reader: Reader,
  kind: Kind,
  documentIds: readonly string[],
): Promise<Map<string, readonly string[] | null>> {
  const table = TABLES[kind.name];
  if (!table.namesDocument) return new Map();
  return asMap(
    await statement<Found>(
      reader,
      `select t.sanity_id as id, ${storesOf(table)} as stores from ${table.name} t
       where t.sanity_id = any($1::text[])`,
      [documentIds],
    ),
  );
}
