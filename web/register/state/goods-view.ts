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

/** Reads variants under the terms of a catalogue; each is decoded when it is looked at first. */
export type GoodsReader = {
  goodAt: (block: Block, row: number) => KeptGood;
  /** Names by id. */
  categories: ReadonlyMap<string, string>;
  /** Name and category of each variant of a block, as `plain` writes them. */
  namesIn: (block: Block, plain: (text: string) => string) => readonly string[];
  /** Makes the same names in small steps. */
  prepareNames: (block: Block, plain: (text: string) => string) => Iterable<void>;
};

export type KeptGoods = { blocks: readonly Block[]; reader: GoodsReader };

type BlockNames = { names: readonly string[]; goodAt: (row: number) => Good | undefined };

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
  /** For a search with typing mistakes: the names by blocks, also of goods that are not sold now. */
  names: (plain: (text: string) => string) => Iterable<BlockNames>;
  /** Makes these names in steps of some milliseconds. */
  prepareNames: (plain: (text: string) => string) => Iterable<void>;
};

/** So many names are made in a millisecond or two, also on a small device. */
const NAMES_AT_ONCE = 250;

/** What was decoded is kept for as long as its block and the terms stay. */
export function goodsReader(
  goodOf: (variant: KeptVariant) => KeptGood,
  categories: ReadonlyMap<string, string>,
): GoodsReader {
  const made = new WeakMap<Block, Map<number, KeptGood>>();
  const named = new WeakMap<Block, readonly string[]>();
  return {
    categories,
    goodAt: (block, row) => {
      const ofBlock = made.get(block) ?? new Map<number, KeptGood>();
      made.set(block, ofBlock);
      const good = ofBlock.get(row) ?? goodOf(variantAt(block, row));
      ofBlock.set(row, good);
      return good;
    },
    namesIn: (block, plain) => {
      const names = named.get(block) ?? namesIn(block, categories).map(plain);
      named.set(block, names);
      return names;
    },
    *prepareNames(block, plain) {
      const names: string[] = [];
      for (const row of allRows(block)) {
        if (named.has(block)) return;
        names.push(plain(nameAt(block, row, categories)));
        if (names.length % NAMES_AT_ONCE === 0) yield;
      }
      named.set(block, names);
    },
  };
}

export function goodsAt({ blocks, reader }: KeptGoods, atMs: number): Goods {
  const { goodAt, categories, namesIn, prepareNames } = reader;
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
    *names(plain) {
      for (const block of blocks) {
        yield { names: namesIn(block, plain), goodAt: row => soldAt(block, row) };
      }
    },
    *prepareNames(plain) {
      for (const block of blocks) yield* prepareNames(block, plain);
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

const namesIn = (block: Block, categories: Names): string[] =>
  [...allRows(block)].map(row => nameAt(block, row, categories));
