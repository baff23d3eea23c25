import { newKey } from '@tillhouse/client';
import type { KeptVariant } from './kept-catalogue.js';

/**
 * 5,000 variants in the order of the tiles, as text and columns. A device reads 100,000
 * variants in this form in a tenth of the time that the same objects take, and decodes those that a
 * cashier looks at. A block never changes: a change makes a new block with a key of its own.
 */
export type Block = {
  key: string;
  /** Ids of 36 characters, one after the other. */
  ids: string;
  productIds: Float64Array;
  /** Different categories of these variants, and which of them each variant has. */
  categoryIds: string[];
  categories: Uint16Array;
  /** What is searched: name, SKU and barcode of each variant in small letters. */
  texts: string;
  textEnds: Uint32Array;
  /** The variants as JSON, without what the columns hold. */
  records: string;
  recordEnds: Uint32Array;
};

const ID_LENGTH = 36;
/** Few large blocks are read faster, small ones are changed faster. */
const ROWS = 5_000;
/** Before and after SKU and barcode; the text of a variant ends with a line break. */
const MARK = '\t';

export const rowsIn = ({ productIds }: Block): number => productIds.length;

export const idAt = ({ ids }: Block, row: number): string =>
  ids.slice(row * ID_LENGTH, (row + 1) * ID_LENGTH);

export const categoryAt = ({ categoryIds, categories }: Block, row: number): string =>
  categoryIds[categories[row] ?? 0] ?? '';

type Rest = Omit<KeptVariant, 'id' | 'product_id' | 'category_id'>;

export function variantAt(block: Block, row: number): KeptVariant {
  const { records, recordEnds, productIds } = block;
  const start = row === 0 ? 0 : recordEnds[row - 1];
  const categoryId = categoryAt(block, row);
  return {
    ...(JSON.parse(records.slice(start, recordEnds[row])) as Rest),
    id: idAt(block, row),
    product_id: productIds[row] ?? 0,
    ...(categoryId !== '' && { category_id: categoryId }),
  };
}

const recordOf = (variant: KeptVariant): string =>
  JSON.stringify({ ...variant, id: undefined, product_id: undefined, category_id: undefined });

type Texts = Pick<Block, 'texts' | 'textEnds'>;

export const textAt = ({ texts, textEnds }: Texts, row: number): string =>
  texts.slice(row === 0 ? 0 : textEnds[row - 1], textEnds[row]);

/** The name in a text of `textAt`. */
export const nameIn = (text: string): string => text.slice(0, text.indexOf(MARK));

/** Products in the order in which they were made, their variants in the order of the product. */
const inOrder = (a: KeptVariant, b: KeptVariant): number =>
  a.product_id - b.product_id ||
  (a.sort_order ?? 0) - (b.sort_order ?? 0) ||
  (a.sku < b.sku ? -1 : 1);

export const nameOf = ({ product, name }: Pick<KeptVariant, 'product' | 'name'>): string =>
  name === undefined ? product : `${product}, ${name}`;

const textOf = (variant: KeptVariant): string =>
  `${nameOf(variant)}${MARK}${variant.sku}${MARK}${variant.barcode ?? ''}${MARK}\n`.toLowerCase();

/** Blocks of these variants; all variants of a product are in one. */
export function makeBlocks(variants: readonly KeptVariant[]): Block[] {
  const sorted = variants.toSorted(inOrder);
  const blocks: Block[] = [];
  // All blocks have about the same size: a full block that grows by one variant becomes two halves.
  const size = Math.ceil(sorted.length / Math.ceil(sorted.length / ROWS));
  for (let start = 0; start < sorted.length; ) {
    let end = Math.min(start + size, sorted.length);
    while (sorted[end] !== undefined && sorted[end]?.product_id === sorted[end - 1]?.product_id) {
      end += 1;
    }
    blocks.push(makeBlock(sorted.slice(start, end)));
    start = end;
  }
  return blocks;
}

function makeBlock(variants: readonly KeptVariant[]): Block {
  const categoryIds = [...new Set(variants.map(({ category_id }) => category_id ?? ''))];
  const placeOf = new Map(categoryIds.map((id, place) => [id, place]));
  const texts = joined(variants.map(textOf));
  const records = joined(variants.map(recordOf));
  return {
    key: newKey(),
    ids: variants.map(({ id }) => id).join(''),
    productIds: Float64Array.from(variants, ({ product_id }) => product_id),
    categoryIds,
    categories: Uint16Array.from(
      variants,
      ({ category_id }) => placeOf.get(category_id ?? '') ?? 0,
    ),
    texts: texts.text,
    textEnds: texts.ends,
    records: records.text,
    recordEnds: records.ends,
  };
}

export function joined(parts: readonly string[]): { text: string; ends: Uint32Array } {
  let length = 0;
  const ends = Uint32Array.from(parts, part => {
    length += part.length;
    return length;
  });
  return { text: parts.join(''), ends };
}

/** The blocks after a change; those that it does not touch stay the same. */
export function changedBlocks(
  blocks: readonly Block[],
  changes: { gone: readonly string[]; variants: readonly KeptVariant[] },
): Block[] {
  const replaced = new Set([...changes.gone, ...changes.variants.map(({ id }) => id)]);
  if (blocks.length === 0) return makeBlocks(changes.variants);
  const places = changes.variants.map(({ product_id }) => blockFor(blocks, product_id));
  return blocks.flatMap((block, place) => {
    const rows = Array.from({ length: rowsIn(block) }, (_, row) => row);
    const staying = rows.filter(row => !replaced.has(idAt(block, row)));
    const more = changes.variants.filter((_, nth) => places[nth] === place);
    if (staying.length === rows.length && more.length === 0) return block;
    return makeBlocks([...staying.map(row => variantAt(block, row)), ...more]);
  });
}

/** The block that a product belongs to, by the order of the products. */
function blockFor(blocks: readonly Block[], productId: number): number {
  const place = blocks.findIndex(({ productIds }) => productId <= (productIds.at(-1) ?? 0));
  return place === -1 ? blocks.length - 1 : place;
}

/** The first row that ends after a position; ends rise. */
function rowAfter(ends: Uint32Array, position: number): number {
  let low = 0;
  let high = ends.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The rows whose text contains a word without spaces, from the first. */
export function* rowsWith({ texts, textEnds }: Texts, word: string): Generator<number> {
  for (let at = texts.indexOf(word); at !== -1; ) {
    const row = rowAfter(textEnds, at);
    yield row;
    at = texts.indexOf(word, textEnds[row]);
  }
}

/** The rows that may have a SKU or barcode in small letters. */
export const rowsWithCode = (block: Block, code: string): Generator<number> =>
  rowsWith(block, `${MARK}${code}${MARK}`);

export function rowOfId({ ids }: Block, id: string): number | undefined {
  let at = ids.indexOf(id);
  while (at !== -1 && at % ID_LENGTH !== 0) at = ids.indexOf(id, at + 1);
  return at === -1 ? undefined : at / ID_LENGTH;
}

/** The rows of a product, which follow each other. */
export function* rowsOfProduct({ productIds }: Block, productId: number): Generator<number> {
  if (productId < (productIds[0] ?? 0) || productId > (productIds.at(-1) ?? 0)) return;
  for (let row = productIds.indexOf(productId); productIds[row] === productId; row += 1) yield row;
}
