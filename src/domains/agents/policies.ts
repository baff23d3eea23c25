import type { Platform } from '../../platform/platform.js';
import { listedStore } from '../stores/index.js';

/** Addresses of the legal texts of a store. */
export type Policies = { terms: string; privacy: string; returns: string; imprint: string };

/** The store is named, because a buyer who follows the link has not chosen one. */
export async function policiesOf(platform: Platform, storeId: string): Promise<Policies> {
  const store = await listedStore(platform, storeId);
  const query = store === undefined ? '' : `?store=${encodeURIComponent(store.code)}`;
  const page = (kind: keyof Policies): string =>
    `${platform.config.publicUrl}/app/shop/legal/${kind}${query}`;
  return {
    terms: page('terms'),
    privacy: page('privacy'),
    returns: page('returns'),
    imprint: page('imprint'),
  };
}
