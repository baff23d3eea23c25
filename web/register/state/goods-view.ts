import { type KeptGood, pricedGood } from './goods.js';
import {
  type Block,
  categoryAt,
  nameIn,
  rowOfId,
  rowsIn,
  rowsOfProduct,
  rowsWith,
  rowsWithCode,
  textAt,
  variantAt,
} from './goods-block.js';
import type { KeptVariant } from './kept-catalogue.js';
import type { Good } from './types.js';
import { indexWords, rowsNear, type WordIndex } from './word-index.js';
import { alike, plain, wordsOf as wordsIn } from './words.js';

/** Reads variants under the terms of a catalogue; each is decoded when it is looked at first. */
export type GoodsReader = {
  goodAt: (block: Block, row: number) => KeptGood;
  /** Names by id. */
  categories: ReadonlyMap<string, string>;
  /** The words of the names in a block. */
  indexOf: (block: Block) => WordIndex;
  /** Makes the same in small steps. */
  prepareIndex: (block: Block) => Iterable<void>;
};

export type KeptGoods = { blocks: readonly Block[]; reader: GoodsReader };

/** A block for a search with typing mistakes, also with goods that are not sold now. */
export type SearchedBlock = {
  /** The rows with a word like this one in name or category, and how far it is away. */
  near: (typed: string) => Map<number, number>;
  /** Name and category as they are searched. */
  nameAt: (row: number) => string;
  goodAt: (row: number) => Good | undefined;
};

/** The goods that the store sells at a moment, in the order of the tiles. */
export type Goods = {
  byId: (variantId: string) => Good | undefined;
  /** By SKU or barcode. */
  byCode: (code: string) => Good | undefined;
  ofProduct: (productId: number) => Good[];
  all: () => Iterable<Good>;
  inCategory: (categoryId: string) => Iterable<Good>;
  /** Goods that contain every word in name, SKU, barcode or category. */
  search: (text: string) => Iterable<Good>;
  /** For a search with typing mistakes. */
  searched: () => Iterable<SearchedBlock>;
  /** Prepares such a search in steps of some milliseconds. */
  prepareSearch: () => Iterable<void>;
};

/** What was decoded is kept for as long as its block and the terms stay. */
export function goodsReader(
  goodOf: (variant: KeptVariant) => KeptGood,
  categories: ReadonlyMap<string, string>,
): GoodsReader {
  const made = new WeakMap<Block, Map<number, KeptGood>>();
  const indexed = new WeakMap<Block, WordIndex>();
  function* index(block: Block): Generator<undefined> {
    const steps = indexWords(block);
    for (let step = steps.next(); !indexed.has(block); step = steps.next()) {
      if (step.done) indexed.set(block, step.value);
      else yield undefined;
    }
  }
  return {
    categories,
    goodAt: (block, row) => {
      const ofBlock = made.get(block) ?? new Map<number, KeptGood>();
      made.set(block, ofBlock);
      const good = ofBlock.get(row) ?? goodOf(variantAt(block, row));
      ofBlock.set(row, good);
      return good;
    },
    indexOf: block => {
      const known = indexed.get(block) ?? lastOf(indexWords(block));
      indexed.set(block, known);
      return known;
    },
    prepareIndex: index,
  };
}

function lastOf<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

export function goodsAt({ blocks, reader }: KeptGoods, atMs: number): Goods {
  const { goodAt, categories, indexOf, prepareIndex } = reader;
  const soldAt = (block: Block, row: number): Good | undefined =>
    pricedGood(goodAt(block, row), atMs);
  function* sold(rowsOf: (block: Block) => Iterable<number>): Generator<Good> {
    for (const block of blocks) {
      for (const row of rowsOf(block)) {
        const good = soldAt(block, row);
        if (good !== undefined) yield good;
      }
    }
  }
  return {
    byId: id => first(sold(block => given(rowOfId(block, id)))),
    byCode: typed => {
      const code = typed.trim().toLowerCase();
      const isIt = ({ sku, barcode }: Good): boolean =>
        sku.toLowerCase() === code || barcode?.toLowerCase() === code;
      return first(
        sold(block => rowsWithCode(block, code)),
        isIt,
      );
    },
    ofProduct: id => [...sold(block => rowsOfProduct(block, id))],
    all: () => sold(allRows),
    inCategory: id => sold(block => rowsInCategories(block, new Set([id]))),
    search: text => {
      const words = wordsOf(text, categories);
      return sold(block => rowsFound(block, words));
    },
    *searched() {
      for (const block of blocks) {
        yield {
          near: typed => nearIn(block, indexOf(block), categories, typed),
          nameAt: row => plain(nameAt(block, row, categories)),
          goodAt: row => soldAt(block, row),
        };
      }
    },
    *prepareSearch() {
      for (const block of blocks) yield* prepareIndex(block);
    },
  };
}

/** While the catalogue loads. */
export const NO_GOODS: Goods = goodsAt(
  {
    blocks: [],
    reader: goodsReader(() => {
      throw new Error('there are no goods');
    }, new Map()),
  },
  0,
);

function first(goods: Iterable<Good>, isIt: (good: Good) => boolean = () => true) {
  for (const good of goods) if (isIt(good)) return good;
  return undefined;
}

const given = (row: number | undefined): number[] => (row === undefined ? [] : [row]);

function* allRows(block: Block): Generator<number> {
  for (let row = 0; row < rowsIn(block); row += 1) yield row;
}

function* rowsInCategories(block: Block, ids: ReadonlySet<string>): Generator<number> {
  const isIn = block.categoryIds.map(id => ids.has(id));
  if (!isIn.includes(true)) return;
  for (const row of allRows(block)) if (isIn[block.categories[row] ?? 0]) yield row;
}

/** A word of a search, and the categories whose name contains it. */
type Word = { word: string; categoryIds: ReadonlySet<string> };

function wordsOf(text: string, categories: ReadonlyMap<string, string>): Word[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return words
    .sort((a, b) => b.length - a.length)
    .map(word => {
      const named = [...categories].filter(([, name]) => name.toLowerCase().includes(word));
      return { word, categoryIds: new Set(named.map(([id]) => id)) };
    });
}

const hasCategory = ({ categoryIds }: Block, word: Word): boolean =>
  categoryIds.some(id => word.categoryIds.has(id));

/** The longest word that no category of the block contains is found in its text; the rest is compared. */
function* rowsFound(block: Block, words: readonly Word[]): Generator<number> {
  const rarest = words.find(word => !hasCategory(block, word));
  const rows = rarest === undefined ? allRows(block) : rowsWith(block, rarest.word);
  const others = words.filter(word => word !== rarest);
  for (const row of rows) {
    const text = others.length === 0 ? '' : textAt(block, row);
    const categoryId = categoryAt(block, row);
    const isFound = others.every(
      other => other.categoryIds.has(categoryId) || text.includes(other.word),
    );
    if (isFound) yield row;
  }
}

type Names = ReadonlyMap<string, string>;

function nameAt(block: Block, row: number, categories: Names): string {
  const category = categories.get(categoryAt(block, row)) ?? '';
  return `${nameIn(textAt(block, row))} ${category}`;
}

/** The words of the names are in the index; categories are few and compared by themselves. */
function nearIn(
  block: Block,
  index: WordIndex,
  categories: Names,
  typed: string,
): Map<number, number> {
  const near = rowsNear(index, typed);
  const fars = block.categoryIds.map(id => {
    const words = wordsIn(plain(categories.get(id) ?? ''));
    return Math.min(...words.map(word => alike(typed, word) ?? Number.POSITIVE_INFINITY));
  });
  if (!fars.some(Number.isFinite)) return near;
  for (const row of allRows(block)) {
    const far = fars[block.categories[row] ?? 0] ?? Number.POSITIVE_INFINITY;
    if (far < (near.get(row) ?? Number.POSITIVE_INFINITY)) near.set(row, far);
  }
  return near;
}
