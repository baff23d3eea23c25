import { answer, createTillhouse, type Tillhouse } from '@tillhouse/client';
import { inDatabase, result, VALUES } from './database.js';
import {
  type Answer,
  type Extras,
  type Head,
  type KeptVariant,
  keptVariants,
  type Snapshot,
} from './kept-catalogue.js';

const HEAD = 'catalogue-head';
const EXTRAS = 'catalogue-extras';
/** Where an earlier release kept its copy. */
const OLD = 'catalogue';

/** Variants are kept in 256 parts, so that a change writes the parts it is in, not all of them. */
const part = (id: string): string => `goods:${id.slice(-2)}`;
const PARTS = () => IDBKeyRange.bound('goods:', 'goods:\uffff');

/** What this device keeps of the store; undefined on a fresh till or after a change of stores. */
export const readSnapshot = (storeId: string): Promise<Snapshot | undefined> =>
  inDatabase('readonly', async table => {
    const values = table(VALUES);
    const head = await result<Head | undefined>(values.get(HEAD));
    if (head?.storeId !== storeId) return undefined;
    const parts = await result<KeptVariant[][]>(values.getAll(PARTS()));
    return { head, variants: parts.flat() };
  });

/** Writes an answer to disk; `since` is the version that it was asked for. */
export const writeSnapshot = (head: Head, got: Answer, since: string | undefined): Promise<void> =>
  inDatabase('readwrite', async table => {
    const values = table(VALUES);
    const byPart = groupByPart(keptVariants(got));
    if (got.is_full) {
      values.delete(PARTS());
      values.delete(OLD);
      for (const [key, variants] of byPart) values.put(variants, key);
    } else {
      const kept = await result<Head | undefined>(values.get(HEAD));
      // Another tab was faster: the copy on disk is newer already.
      if (kept?.storeId !== head.storeId || kept.version !== since) return;
      await replaceVariants(values, got, byPart);
    }
    values.put(head, HEAD);
  });

async function replaceVariants(
  values: IDBObjectStore,
  { gone, variants }: Answer,
  byPart: ReadonlyMap<string, KeptVariant[]>,
): Promise<void> {
  const replaced = new Set([...gone, ...variants.map(({ id }) => id)]);
  for (const key of new Set([...replaced].map(part))) {
    const before = (await result<KeptVariant[] | undefined>(values.get(key))) ?? [];
    const staying = before.filter(({ id }) => !replaced.has(id));
    values.put([...staying, ...(byPart.get(key) ?? [])], key);
  }
}

function groupByPart(variants: readonly KeptVariant[]): Map<string, KeptVariant[]> {
  const parts = new Map<string, KeptVariant[]>();
  for (const variant of variants) {
    const known = parts.get(part(variant.id));
    if (known === undefined) parts.set(part(variant.id), [variant]);
    else known.push(variant);
  }
  return parts;
}

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

export const readExtras = (): Promise<Extras | undefined> =>
  inDatabase('readonly', table => result<Extras | undefined>(table(VALUES).get(EXTRAS)));

export const writeExtras = (extras: Extras): Promise<void> =>
  inDatabase('readwrite', async table => {
    table(VALUES).put(extras, EXTRAS);
  });
