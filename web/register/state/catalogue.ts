import { type QueryClient, useQuery } from '@tanstack/react-query';
import { all, answer, type Tillhouse } from '@tillhouse/client';
import { useCallback, useEffect, useState } from 'react';
import {
  goodsAtPrice,
  type LabelledGoods,
  type LabelPattern,
  type LabelRefusal,
  readLabel,
} from '../../../src/domains/pricing/index.js';
import { useApi } from '../../shared/api/context.js';
import { noteFirstPicture } from './first-picture.js';
import { goodsMaker, taxesFrom } from './goods.js';
import {
  type Goods,
  type GoodsReader,
  goodsAt,
  goodsReader,
  type KeptGoods,
} from './goods-view.js';
import { tillNow, useClockOffset } from './journal/clock.js';
import type { Answer, Extras, Head, Snapshot } from './kept-catalogue.js';
import { type Moment, nextSwitch, offeredMinor } from './prices.js';
import { promotionsFrom } from './promotions.js';
import { adoptTerms, session } from './session.js';
import {
  changedSnapshot,
  fetchCatalogue,
  readSnapshot,
  snapshotOf,
  writeExtras,
  writeSnapshot,
} from './snapshot.js';
import { tillCurrency } from './till-money.js';
import type { Good, Method, StoreSettings } from './types.js';

export { type Goods, NO_GOODS } from './goods-view.js';
export type { Good, Method } from './types.js';

export type Catalogue = {
  goods: Goods;
  categories: { id: string; name: string }[];
  methods: Method[];
  /** How the labels of the store's scales are read. */
  patterns: LabelPattern[];
  /** When the next price or list starts or ends. */
  nextSwitchMs: number | null;
};

/** Before prices are chosen. */
type KeptCatalogue = Omit<Catalogue, 'goods' | 'nextSwitchMs'> & {
  goods: KeptGoods;
  switches: readonly number[];
};

const KEY = 'catalogue';
const LIMIT = 200;

/** Prices are chosen again at the latest after this time. */
const MAX_WAIT_MS = 60 * 60_000;

/** The copy of this device at once, else the catalogue of the service. Prices switch at their moments. */
export function useCatalogue() {
  const api = useApi();
  const [atMs, setAtMs] = useState(tillNow);
  const offsetMs = useClockOffset();
  const storeId = session.use()?.store.id;
  const query = useQuery({
    queryKey: [KEY, storeId],
    staleTime: Number.POSITIVE_INFINITY,
    // Comparing 100,000 articles takes longer than showing them again.
    structuralSharing: false,
    queryFn: () => openCatalogue(api),
    select: useCallback((kept: KeptCatalogue) => pricedAt(kept, atMs), [atMs]),
  });
  const switchMs = query.data?.nextSwitchMs ?? null;
  useEffect(() => {
    if (switchMs === null) return undefined;
    const waitMs = Math.min(Math.max(0, switchMs - Math.max(atMs, tillNow())), MAX_WAIT_MS);
    const timer = setTimeout(() => setAtMs(tillNow()), waitMs);
    return () => clearTimeout(timer);
  }, [switchMs, atMs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the clock is set
  useEffect(() => setAtMs(tillNow()), [offsetMs]);
  return query;
}

const pricedLast = new WeakMap<KeptCatalogue, { atMs: number; catalogue: Catalogue }>();

/**
 * The goods that the store sells at a moment, at the price of one unit for everybody. All components
 * share one list until a price switches.
 */
export function pricedAt(kept: KeptCatalogue, atMs: number): Catalogue {
  const last = pricedLast.get(kept);
  const endMs = last?.catalogue.nextSwitchMs ?? Number.POSITIVE_INFINITY;
  if (last !== undefined && atMs >= last.atMs && atMs < endMs) return last.catalogue;
  const { switches, ...others } = kept;
  const catalogue = {
    ...others,
    goods: goodsAt(kept.goods, atMs),
    nextSwitchMs: nextSwitch(switches, atMs),
  };
  pricedLast.set(kept, { atMs, catalogue });
  return catalogue;
}

/** The catalogue in memory. */
type Loaded = {
  snapshot: Snapshot;
  terms: string;
  reader: GoodsReader;
  extras: Extras;
};
let loaded: Loaded | undefined;

const currentStore = (): StoreSettings => {
  const store = session.get()?.store;
  if (store === undefined) throw new Error('nobody is signed in');
  return store;
};

export async function openCatalogue(api: Tillhouse): Promise<KeptCatalogue> {
  const store = currentStore();
  if (loaded?.snapshot.head.storeId === store.id) return shown(loaded);
  const kept = await (reading?.storeId === store.id ? reading.kept : readKept(store.id));
  reading = undefined;
  if (kept !== undefined) {
    loaded = load(kept.snapshot, kept.extras);
    return shown(loaded);
  }
  noteFirstPicture();
  const begun = fetching?.storeId === store.id ? fetching.got : undefined;
  fetching = undefined;
  const [got, extras] = (await begun) ?? (await fetchAll(api));
  const snapshot = snapshotOf(got, store.id);
  loaded = load(snapshot, extras);
  void save(async () => {
    await writeSnapshot(snapshot, undefined);
    await writeExtras(extras);
  });
  return shown(loaded);
}

const readKept = (storeId: string) => readSnapshot(storeId).catch(() => undefined);

let reading: { storeId: string; kept: ReturnType<typeof readKept> } | undefined;

/** Reads the copy of this device while the page is still drawing. */
export function preloadCatalogue(): void {
  const storeId = session.get()?.store.id;
  if (storeId !== undefined) reading = { storeId, kept: readKept(storeId) };
}

const fetchAll = (api: Tillhouse): Promise<[Answer, Extras]> =>
  Promise.all([fetchCatalogue(api, undefined), fetchExtras(api)]);

let fetching: { storeId: string; got: Promise<[Answer, Extras] | undefined> } | undefined;

/** Asks for the catalogue of a fresh till while the cashier is still being signed in. */
export function beginCatalogue(api: Tillhouse, storeId: string): void {
  if (loaded?.snapshot.head.storeId === storeId) return;
  const kept = readKept(storeId);
  const got = kept.then(found => (found === undefined ? fetchAll(api) : undefined));
  // The till asks again when it needs the catalogue.
  got.catch(() => undefined);
  reading = { storeId, kept };
  fetching = { storeId, got };
}

let saving: Promise<void> = Promise.resolve();

/** Writes one after the other. A full disk: the till sells from memory. */
function save(write: () => Promise<void>): Promise<void> {
  saving = saving.then(write).catch(() => undefined);
  return saving;
}

/** Resolves when the copy of this device is on disk. */
export const catalogueSaved = (): Promise<void> => saving;

/** What goods depend on besides their variant. */
const termsOf = ({ base_currency, price_lists, categories }: Head): string =>
  JSON.stringify([base_currency, price_lists, categories]);

function load(snapshot: Snapshot, extras: Extras): Loaded {
  const { head } = snapshot;
  const store = currentStore();
  adoptTerms({
    ...promotionsFrom(head.promotions, store.currency),
    taxes: taxesFrom(head.tax_rates, store.taxes),
  });
  const terms = termsOf(head);
  const isSame = loaded?.snapshot.head.storeId === head.storeId && loaded.terms === terms;
  const names = new Map(head.categories.map(({ id, name }) => [id, name]));
  const reader = isSame && loaded ? loaded.reader : goodsReader(goodsMaker(head, store), names);
  return { snapshot, terms, reader, extras };
}

const shown = ({
  snapshot: { head, blocks, switches },
  reader,
  extras,
}: Loaded): KeptCatalogue => ({
  ...extras,
  goods: { blocks, reader },
  categories: head.categories.map(({ id, name }) => ({ id, name })),
  switches,
});

let updating: Promise<void> | undefined;
/** The update after the one under way. */
let nextUpdate: { withExtras: boolean; done: Promise<void> } | undefined;

/**
 * Asks for the changes since the copy in memory, and shows them. Calls during an update share one
 * more update after it, because the service may have answered before the change of such a call.
 */
export function updateCatalogue(
  api: Tillhouse,
  queries: QueryClient,
  { withExtras }: { withExtras: boolean },
): Promise<void> {
  if (updating === undefined) {
    updating = update(api, queries, { withExtras }).finally(() => {
      updating = undefined;
    });
    return updating;
  }
  if (nextUpdate !== undefined) {
    nextUpdate.withExtras ||= withExtras;
    return nextUpdate.done;
  }
  const start = (): Promise<void> => {
    nextUpdate = undefined;
    return updateCatalogue(api, queries, next);
  };
  const next = { withExtras, done: updating.then(start, start) };
  nextUpdate = next;
  return next.done;
}

async function update(
  api: Tillhouse,
  queries: QueryClient,
  { withExtras }: { withExtras: boolean },
): Promise<void> {
  const before = loaded;
  const storeId = session.get()?.store.id;
  if (before === undefined || before.snapshot.head.storeId !== storeId) return;
  const since = before.snapshot.head.version;
  const got = await fetchCatalogue(api, since);
  const extras = withExtras ? await fetchExtras(api) : before.extras;
  const isNew = got.is_full || got.version !== since;
  const hasNewExtras = JSON.stringify(extras) !== JSON.stringify(before.extras);
  if (!isNew && !hasNewExtras) return;
  const snapshot = got.is_full ? snapshotOf(got, storeId) : changedSnapshot(before.snapshot, got);
  loaded = load(snapshot, extras);
  queries.setQueryData([KEY, storeId], shown(loaded));
  await save(async () => {
    await writeSnapshot(snapshot, got.is_full ? undefined : before.snapshot);
    if (hasNewExtras) await writeExtras(extras);
  });
}

async function fetchExtras(api: Tillhouse): Promise<Extras> {
  const [methods, patterns] = await Promise.all([
    all(cursor => api.GET('/payment-methods/', { params: { query: { limit: LIMIT, cursor } } })),
    // A till sees the patterns of its own store.
    answer(api.GET('/barcode-patterns/')),
  ]);
  return {
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

/** Goods with the weight or price of a label, or why the label is refused. */
export type Scanned = { good: Good; goods?: LabelledGoods } | LabelRefusal | undefined;

/** An article's own code, else a label of the store's scales. */
export function findScanned(
  { goods, patterns }: Pick<Catalogue, 'goods' | 'patterns'>,
  code: string,
  moment: Moment,
): Scanned {
  const good = goods.byCode(code);
  if (good !== undefined) return { good };
  const label = readLabel(code, patterns);
  if (label === undefined || label === 'WRONG_CHECK_DIGIT') return label;
  const weighed = goods.byCode(label.itemCode);
  if (weighed === undefined) return undefined;
  const priceFor = (quantity: number) => offeredMinor(weighed, quantity, moment);
  const found = goodsAtPrice(label, weighed.unit, priceFor, tillCurrency());
  if (found === 'NOT_SOLD') return undefined;
  return typeof found === 'string' ? found : { good: weighed, goods: found };
}
