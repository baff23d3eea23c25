import { CsvError } from '../../../platform/csv/read-rows.js';
import { invalidField } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { maySee, type Staff } from '../../access/index.js';
import { allStores, resolveStore } from '../../stores/index.js';
import { recordsOf } from '../csv.js';
import type { ForeignKind } from '../sheets/sheet.js';
import { TRANSLATORS } from './translators.js';

type Matched = { locations: Record<string, string>; notes: string[] };

/** The store of each location that has stock in the file. */
export async function matchLocations(
  platform: Platform,
  caller: Staff,
  file: { kind: ForeignKind; heading: readonly string[]; content: string; store?: string },
): Promise<Matched> {
  const { stockColumns } = TRANSLATORS[file.kind](file.heading);
  const named = file.store && (await resolveStore(platform.db, caller, file.store));
  const used = await locationsWithStock(file.content, stockColumns);
  const [first] = used;
  if (first === undefined) return { locations: {}, notes: [] };
  if (named) {
    if (used.length === 1) return { locations: { [first]: named }, notes: [] };
    throw invalidField('store', 'The file has the stock of several locations; leave this empty.');
  }
  const stores = (await allStores(platform)).filter(({ id }) => maySee(caller, id));
  const [only] = stores;
  if (used.length === 1 && first === '') {
    if (only !== undefined && stores.length === 1) return { locations: { '': only.id }, notes: [] };
    throw invalidField('store', 'Name the store whose stock the file has.');
  }
  const matched: Matched = { locations: {}, notes: [] };
  for (const location of used) {
    const store = stores.find(({ name, code }) =>
      [name, code].some(known => known.trim().toLowerCase() === location),
    );
    if (store) matched.locations[location] = store.id;
    else matched.notes.push(`No store is called "${location}"; its stock is not imported.`);
  }
  return matched;
}

/** Locations with a number in at least one row. The import itself reports a file that is broken. */
async function locationsWithStock(
  content: string,
  columns: ReadonlyMap<string, number>,
): Promise<string[]> {
  const found = new Set<string>();
  try {
    for await (const { cells } of recordsOf(content)) {
      for (const [location, at] of columns) {
        if (/\d/.test(cells[at] ?? '')) found.add(location);
      }
      if (found.size === columns.size) break;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  return [...columns.keys()].filter(location => found.has(location));
}
