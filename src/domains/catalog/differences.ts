export type Fields = Record<string, unknown>;

/** Comparison key that ignores the order of keys and of list entries. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return JSON.stringify([...value].sort());
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** The fields of `wanted` whose value differs from the record's. */
export const differences = (record: object, wanted: Fields): Fields =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => canonical(record[name as keyof typeof record]) !== canonical(value),
    ),
  );

/** The same fields with only the collections that people choose; a rule chooses the products of others. */
export const withChosenCollections = <T extends object>(
  record: T,
  automatic: ReadonlySet<string>,
): T =>
  'collection_ids' in record && Array.isArray(record.collection_ids)
    ? { ...record, collection_ids: record.collection_ids.filter(id => !automatic.has(id)) }
    : record;

/** The values of these fields in the record. */
export const valuesOf = (record: object, names: readonly string[]): Fields =>
  Object.fromEntries(names.map(name => [name, record[name as keyof typeof record]]));

const isoOf = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/** The same product with its moments as rows and routes write them. */
export const withMoments = <T extends object>(product: T): T => ({
  ...product,
  ...('publish_at' in product && { publish_at: isoOf(product.publish_at) }),
  ...('archive_at' in product && { archive_at: isoOf(product.archive_at) }),
});
