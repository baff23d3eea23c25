import type { FieldErrors } from '../../../platform/http/failure.js';
import { putProduct } from '../../catalog/index.js';
import { putLevel } from '../../inventory/index.js';
import { insertPictures } from '../imports/picture-repository.js';
import type { Import } from '../repository.js';
import { type ReadRow, type RowReader, renamed } from '../row-reader.js';
import type { ForeignKind, Sender } from '../sheets/sheet.js';
import type { Trace } from '../trace.js';
import type { TranslatedRow } from './translator.js';
import { TRANSLATORS } from './translators.js';

/** Reads the file of another system. */
export function foreignReader(
  file: Import & { kind: ForeignKind },
  heading: readonly string[],
  sender: Sender,
): RowReader {
  const translator = TRANSLATORS[file.kind](heading);
  const isWhole = (cells: readonly string[]) => cells.length === heading.length;
  return {
    collect: (row, cells) => {
      if (isWhole(cells)) translator.collect(row, cells);
    },
    read: (row, cells) => {
      if (!isWhole(cells)) return refused(row, cells.length, heading.length);
      const translated = translator.translate(row, cells);
      return {
        row,
        key: translated.key,
        problems: translated.errors,
        needs: {
          product: translated.product,
          storeIds: translated.stock.flatMap(({ location }) => storeAt(file, location) ?? []),
        },
        put: (tx, trace) => putRow(tx, translated, { file, row, sender, trace }),
      };
    },
    inColumns: (fields: FieldErrors) => renamed(fields, translator.columnOf),
  };
}

const refused = (row: number, cells: number, columns: number): ReadRow => ({
  row,
  key: '',
  problems: { row: [`The row has ${cells} cells, the heading has ${columns}.`] },
  needs: {},
  put: () => Promise.reject(new Error('a refused row was applied')),
});

/** A location may be called like a property that every object has: `constructor`. */
const storeAt = ({ locations }: Import, location: string): string | undefined =>
  Object.hasOwn(locations, location) ? locations[location] : undefined;

type Context = { file: Import; row: number; sender: Sender; trace: Trace };

async function putRow(
  tx: Parameters<ReadRow['put']>[0],
  { product, stock, pictures }: TranslatedRow,
  { file, row, sender: { userId, storeIds }, trace }: Context,
): ReturnType<ReadRow['put']> {
  const put = await putProduct(tx, product, storeIds ?? 'chain', trace);
  const { action, productId, variant } = put;
  let isChanged = action !== 'unchanged';
  for (const { location, ...level } of variant ? stock : []) {
    const storeId = storeAt(file, location);
    if (storeId === undefined || variant === undefined) continue;
    const levelRow = { ...level, storeId, sku: variant.sku, variant, actorId: userId };
    isChanged =
      (await putLevel(tx, levelRow, trace.log, trace.levels)) !== 'unchanged' || isChanged;
  }
  const of = { importId: file.id, row, productId, variantId: variant?.id };
  if (pictures.length > 0) trace.batch.writes.defer(tx => insertPictures(tx, of, pictures));
  return action === 'unchanged' && isChanged ? 'updated' : action;
}
