import { answer, createTillhouse, type Tillhouse } from '@tillhouse/client';
import { inDatabase, result, VALUES } from './database.js';
import { type Block, changedBlocks, makeBlocks } from './goods-block.js';
import {
  type Answer,
  type Extras,
  type Head,
  keptVariants,
  type Snapshot,
} from './kept-catalogue.js';
import { switchesOf } from './prices.js';

const HEAD = 'catalogue-of-blocks';
const EXTRAS = 'catalogue-extras';
const PREFIX = 'block:';
const BLOCKS = () => IDBKeyRange.bound(PREFIX, `${PREFIX}\uffff`);

/** Where earlier releases kept their copies, which this one does not read. */
const OLD = ['catalogue', 'catalogue-head'];
const OLD_PARTS = () => IDBKeyRange.bound('goods:', 'goods:\uffff');

type KeptHead = Omit<Snapshot, 'blocks'> & {
  /** Keys of the blocks, in order. */
  blocks: string[];
};

const headOf = ({ variants, prices, gone, is_full, ...head }: Answer, storeId: string): Head => ({
  ...head,
  storeId,
});

/** The snapshot of a whole catalogue. */
export function snapshotOf(got: Answer, storeId: string): Snapshot {
  const variants = keptVariants(got);
  return {
    head: headOf(got, storeId),
    blocks: makeBlocks(variants),
    switches: switchesOf(got.price_lists, variants),
  };
}

/**
 * The snapshot after an answer with changes. The moment of a deleted price stays in `switches`:
 * prices are then chosen once more, without effect.
 */
export function changedSnapshot(before: Snapshot, got: Answer): Snapshot {
  const variants = keptVariants(got);
  return {
    head: headOf(got, before.head.storeId),
    blocks: changedBlocks(before.blocks, { gone: got.gone, variants }),
    switches: switchesOf(got.price_lists, variants, before.switches),
  };
}

/** What this device keeps of the store; undefined on a fresh till or after a change of stores. */
export const readSnapshot = (
  storeId: string,
): Promise<{ snapshot: Snapshot; extras: Extras } | undefined> =>
  inDatabase('readonly', async table => {
    const values = table(VALUES);
    const [kept, extras, found] = await Promise.all([
      result<KeptHead | undefined>(values.get(HEAD)),
      result<Extras | undefined>(values.get(EXTRAS)),
      result<Block[]>(values.getAll(BLOCKS())),
    ]);
    if (kept?.head.storeId !== storeId || extras === undefined) return undefined;
    const byKey = new Map(found.map(block => [block.key, block]));
    const blocks = kept.blocks.flatMap(key => byKey.get(key) ?? []);
    if (blocks.length !== kept.blocks.length) return undefined;
    return { snapshot: { head: kept.head, blocks, switches: kept.switches }, extras };
  });

const keysOf = (blocks: readonly Block[]): string[] => blocks.map(({ key }) => key);

/** Writes a snapshot to disk; `before` is the one that the changes were applied to. */
export const writeSnapshot = (next: Snapshot, before: Snapshot | undefined): Promise<void> =>
  inDatabase('readwrite', async table => {
    const values = table(VALUES);
    const kept = await result<KeptHead | undefined>(values.get(HEAD));
    // Another tab was faster: the copy on disk is newer already.
    if (before !== undefined && !isVersion(kept, before)) return;
    // Another tab may have made other blocks of the same version: then all of them are written.
    const isSame = before !== undefined && String(kept?.blocks) === String(keysOf(before.blocks));
    if (!isSame) for (const gone of [BLOCKS(), OLD_PARTS(), ...OLD]) values.delete(gone);
    replaceBlocks(values, isSame ? (kept?.blocks ?? []) : [], next.blocks);
    values.put({ ...next, blocks: keysOf(next.blocks) }, HEAD);
  });

/** Deletes the blocks that are gone and writes the new ones. */
function replaceBlocks(
  values: IDBObjectStore,
  onDisk: readonly string[],
  blocks: readonly Block[],
): void {
  const staying = new Set(keysOf(blocks));
  for (const key of onDisk) if (!staying.has(key)) values.delete(PREFIX + key);
  for (const block of blocks) {
    if (!onDisk.includes(block.key)) values.put(block, PREFIX + block.key);
  }
}

const isVersion = (kept: KeptHead | undefined, { head }: Snapshot): boolean =>
  kept?.head.storeId === head.storeId && kept.head.version === head.version;

/** A whole catalogue may take longer than a cashier waits for any other answer. */
const TIMEOUT_MS = 60_000;

export async function fetchCatalogue(api: Tillhouse, since: string | undefined): Promise<Answer> {
  const patient = createTillhouse({
    // A login that has ended is noticed by the next ordinary call, which shows the login form.
    tokens: { get: () => api.tokens.get(), set: () => undefined },
    credentials: 'omit',
    timeoutMs: TIMEOUT_MS,
  });
  return answer(patient.GET('/pos/catalog/', { params: { query: { since } } }));
}

export const writeExtras = (extras: Extras): Promise<void> =>
  inDatabase('readwrite', async table => {
    table(VALUES).put(extras, EXTRAS);
  });
