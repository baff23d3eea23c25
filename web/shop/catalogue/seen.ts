import { stored } from '../storage.js';

const MOST = 8;
const list = stored<unknown>(localStorage, 'seen');

/** Slugs of the products that this browser has shown, the last one first. */
export function seenProducts(): string[] {
  const kept = list.get();
  return Array.isArray(kept) ? kept.filter(one => typeof one === 'string').slice(0, MOST) : [];
}

export function rememberProduct(slug: string): void {
  list.set([slug, ...seenProducts().filter(one => one !== slug)].slice(0, MOST));
}

export const forgetProducts = (): void => list.set(undefined);
