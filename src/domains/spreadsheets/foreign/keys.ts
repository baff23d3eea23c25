import { createHash } from 'node:crypto';
import { slugOf } from '../../catalog/index.js';

const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 6);

/**
 * Slugs of the products of one file, by the name that the other system knows them by. Two products
 * never share one: the second gets a digest of its name, so that it is the same in every import.
 */
export function createSlugs(): (key: string, text: string) => string {
  const slugs = new Map<string, string>();
  const taken = new Set<string>();
  return (key, text) => {
    const known = slugs.get(key);
    if (known !== undefined) return known;
    const plain = slugOf(text);
    const slug = taken.has(plain) ? `${plain}-${digestOf(key)}` : plain;
    slugs.set(key, slug);
    taken.add(slug);
    return slug;
  };
}

const MAX_SKU = 100;
const MAX_DERIVED = 80;
const IS_UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Other systems allow any text; characters that a SKU cannot have become hyphens. */
export function skuOf(text: string): string {
  const sku = text
    .replaceAll(/[^A-Za-z0-9._/-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, MAX_SKU);
  return IS_UUID.test(sku) ? `SKU-${sku}` : sku;
}

const plainOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .toUpperCase();

export type AssignedSku = { sku: string; otherSku?: string; sameAs?: number };

export type Skus = {
  /** All SKUs that the file names. */
  note(row: number, sku: string): void;
  /** The SKU of a row, or one made of slug and options if the file has none. */
  assign(row: number, sku: string, slug: string, options: readonly string[]): AssignedSku;
};

export function createSkus(): Skus {
  const rows = new Map<string, number>();
  return {
    note: (row, sku) => {
      if (sku !== '' && !rows.has(sku)) rows.set(sku, row);
    },
    assign: (row, sku, slug, options) => {
      if (sku !== '') {
        const first = rows.get(sku) ?? row;
        return { sku, ...(first !== row && { sameAs: first }) };
      }
      const parts = [slug, ...options].map(plainOf).filter(part => part !== '');
      const derived = parts.join('-').slice(0, MAX_DERIVED);
      const otherSku = `${derived}-${digestOf(JSON.stringify([slug, options])).toUpperCase()}`;
      const holder = rows.get(derived);
      if (holder === undefined || holder === row) {
        rows.set(derived, row);
        return { sku: derived, otherSku };
      }
      const first = rows.get(otherSku) ?? row;
      rows.set(otherSku, first);
      return { sku: otherSku, ...(first !== row && { sameAs: first }) };
    },
  };
}
