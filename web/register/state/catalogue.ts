import { useQuery } from '@tanstack/react-query';
import { all, answer, type Tillhouse } from '@tillhouse/client';
import { useCallback, useEffect, useState } from 'react';
import {
  goodsAtPrice,
  type LabelledGoods,
  type LabelPattern,
  type LabelRefusal,
  readLabel,
  stepsPerUnit,
} from '../../../src/domains/pricing/index.js';
import { useApi } from '../../shared/api/index.js';
import { type PictureFiles, pictureFor } from '../../shared/picture/files.js';
import { load, save } from './database.js';
import { loadOffers, type Moment, nextSwitch, offeredMinor } from './prices.js';
import { session } from './session.js';
import { tillCurrency } from './till-money.js';
import type { Good } from './types.js';

export type { Good } from './types.js';

export type Method = {
  code: string;
  name: string;
  type: string;
  /** A stand-alone card terminal: the cashier types the number of its slip. */
  requiresReference?: boolean;
  /** Without a processor there is no reader, and the cashier takes the card by hand. */
  hasProcessor?: boolean;
};

export type Catalogue = {
  goods: Good[];
  categories: { id: string; name: string }[];
  methods: Method[];
  /** How the labels of the store's scales are read. */
  patterns: LabelPattern[];
  /** When the next price or list starts or ends. */
  nextSwitchMs: number | null;
};

/** As loaded and kept: with goods whose price starts later, before prices are chosen. */
type KeptCatalogue = Omit<Catalogue, 'goods' | 'nextSwitchMs'> & {
  goods: (Omit<Good, 'priceMinor'> & { priceMinor?: number })[];
};

const KEY = 'catalogue';
const LIMIT = 200;

/** Prices are chosen again at the latest after this time. */
const MAX_WAIT_MS = 60 * 60_000;

/** Loaded from the service; offline, the last stored copy. Prices switch at their moments. */
export function useCatalogue() {
  const api = useApi();
  const [atMs, setAtMs] = useState(Date.now);
  const query = useQuery({
    queryKey: [KEY],
    staleTime: 5 * 60_000,
    queryFn: async () => {
      try {
        const fresh = await fetchCatalogue(api);
        await save(KEY, fresh);
        return fresh;
      } catch (error) {
        const stored = await load<KeptCatalogue>(KEY);
        if (stored === undefined) throw error;
        // A copy of an older version lacks units and patterns.
        return {
          ...stored,
          patterns: stored.patterns ?? [],
          goods: stored.goods.map(good => ({ ...good, unit: good.unit ?? 'piece' })),
        };
      }
    },
    select: useCallback((kept: KeptCatalogue) => pricedAt(kept, atMs), [atMs]),
  });
  const switchMs = query.data?.nextSwitchMs ?? null;
  useEffect(() => {
    if (switchMs === null) return undefined;
    const waitMs = Math.min(Math.max(0, switchMs - Math.max(atMs, Date.now())), MAX_WAIT_MS);
    const timer = setTimeout(() => setAtMs(Date.now()), waitMs);
    return () => clearTimeout(timer);
  }, [switchMs, atMs]);
  return query;
}

/** The goods that the store sells at a moment, at the price of one unit for everybody. */
export function pricedAt(kept: KeptCatalogue, atMs: number): Catalogue {
  const moment = { customerGroup: null, atMs };
  return {
    ...kept,
    goods: kept.goods.flatMap(good => {
      const priceMinor = offeredMinor(good, stepsPerUnit(good.unit), moment);
      return priceMinor === undefined ? [] : { ...good, priceMinor };
    }),
    nextSwitchMs: nextSwitch(
      kept.goods.flatMap(({ offer }) => offer ?? []),
      atMs,
    ),
  };
}

async function fetchCatalogue(api: Tillhouse): Promise<KeptCatalogue> {
  const store = session.get()?.store;
  if (store === undefined) throw new Error('nobody is signed in');
  const [products, categories, methods, offerOf, patterns] = await Promise.all([
    all(cursor =>
      api.GET('/products/', { params: { query: { limit: LIMIT, cursor, is_active: true } } }),
    ),
    all(cursor => api.GET('/categories/', { params: { query: { limit: LIMIT, cursor } } })),
    all(cursor => api.GET('/payment-methods/', { params: { query: { limit: LIMIT, cursor } } })),
    loadOffers(api, store),
    labelPatterns(api),
  ]);
  const names = new Map(categories.map(category => [category.id, category.name]));
  return {
    goods: products.flatMap(product =>
      product.variants
        .filter(variant => variant.is_active)
        .map(variant => ({
          variantId: variant.id,
          productId: product.id,
          sku: variant.sku,
          barcode: variant.barcode,
          unit: variant.unit,
          name: variant.name === '' ? product.name : `${product.name}, ${variant.name}`,
          product: product.name,
          category: names.get(product.category_id ?? '') ?? '',
          categoryId: product.category_id,
          collectionIds: product.collection_ids,
          offer: offerOf(variant.id, variant.price),
          isTaxExempt: product.is_tax_exempt,
          taxClass: 'tax_class' in product ? String(product.tax_class) : undefined,
          minimumAge: product.minimum_age,
          picture: pictureOf(product, variant.id),
        })),
    ),
    categories: categories
      .filter(category => category.is_active)
      .sort((a, b) => a.sort_order - b.sort_order)
      .map(({ id, name }) => ({ id, name })),
    methods: methods
      .filter(method => method.is_active && method.method_type !== 'pay_at_store')
      .sort((a, b) => a.display_order - b.display_order)
      .map(method => ({
        code: method.code,
        name: method.name,
        type: method.method_type,
        requiresReference: method.requires_reference,
        hasProcessor: method.processor_type !== null,
      })),
    patterns,
  };
}

const pictureOf = (product: { id: number; pictures?: PictureFiles[] }, variantId: string) =>
  pictureFor(product.pictures, variantId);

/** A till sees the patterns of its own store. */
async function labelPatterns(api: Tillhouse): Promise<LabelPattern[]> {
  return answer(api.GET('/barcode-patterns/'));
}

/** Goods with the weight or price of a label, or why the label is refused. */
export type Scanned = { good: Good; goods?: LabelledGoods } | LabelRefusal | undefined;

/** An article's own code, else a label of the store's scales. */
export function findScanned(
  { goods, patterns }: Pick<Catalogue, 'goods' | 'patterns'>,
  code: string,
  moment: Moment,
): Scanned {
  const good = findByCode(goods, code);
  if (good !== undefined) return { good };
  const label = readLabel(code, patterns);
  if (label === undefined || label === 'WRONG_CHECK_DIGIT') return label;
  const weighed = findByCode(goods, label.itemCode);
  if (weighed === undefined) return undefined;
  const priceFor = (quantity: number) => offeredMinor(weighed, quantity, moment);
  const found = goodsAtPrice(label, weighed.unit, priceFor, tillCurrency());
  if (found === 'NOT_SOLD') return undefined;
  return typeof found === 'string' ? found : { good: weighed, goods: found };
}

export const findByCode = (goods: readonly Good[], code: string): Good | undefined => {
  const wanted = code.trim().toLowerCase();
  return goods.find(good => good.barcode === wanted || good.sku.toLowerCase() === wanted);
};

/** Every word must occur somewhere in name, SKU or barcode. */
export function search(goods: readonly Good[], text: string): Good[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return goods.filter(good => {
    const where = `${good.name} ${good.sku} ${good.barcode ?? ''} ${good.category}`.toLowerCase();
    return words.every(word => where.includes(word));
  });
}
