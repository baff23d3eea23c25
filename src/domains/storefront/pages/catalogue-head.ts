import type { ListedStore } from '../../stores/index.js';
import type { ShopCategory } from '../catalogue/shop-categories.js';
import {
  type DrawnWords,
  headOf,
  jsonLd,
  organizationData,
  type PageAddress,
  pathData,
  type Step,
} from './page-head.js';
import { isHome } from './plan-page.js';
import type { SearchTerms } from './search-terms.js';

/** What a list of products is about; search engines list its page under these terms. */
const SUBJECTS = ['category', 'brand', 'collection'] as const;

export type CatalogueSubject = {
  terms: SearchTerms;
  categories: readonly ShopCategory[];
  store: ListedStore | undefined;
  /** The picture of the home page. */
  picture: string | undefined;
  logo: string | undefined;
};

/**
 * The path of the page that search engines list. Orders and filters show the same products again; a
 * later page shows others, and so has its own address.
 */
export function listedPath(terms: SearchTerms): string {
  const { cursor, q, ...rest } = terms;
  const subjects = SUBJECTS.map(name => [name, terms[name]] as const);
  const isPlain = Object.entries(rest).every(
    ([name, value]) => value === '' || SUBJECTS.some(subject => subject === name),
  );
  const kept = [['q', q], ...subjects, ['cursor', isPlain ? cursor : '']] as const;
  return pathOfTerms(kept);
}

export const categoryPath = (slug: string): string => pathOfTerms([['category', slug]]);
export const collectionPath = (slug: string): string => pathOfTerms([['collection', slug]]);

function pathOfTerms(terms: readonly (readonly [string, string])[]): string {
  const given = terms
    .filter(([, value]) => value !== '')
    .map(([name, value]): [string, string] => [name, value]);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** Search engines do not index search results. */
export function catalogueHead(
  { terms, categories, store, picture, logo }: CatalogueSubject,
  address: PageAddress,
): (words: DrawnWords) => string {
  const image = picture === undefined ? undefined : new URL(picture, address.publicUrl).href;
  const organization =
    isHome(terms) && store !== undefined
      ? jsonLd(organizationData(store, address.publicUrl, logo))
      : '';
  const path = terms.q === '' ? stepsTo(categories, terms.category) : [];
  const steps = path.length === 0 ? '' : jsonLd(pathData(path, address.publicUrl));
  return ({ title = 'Shop', description }) =>
    headOf({ title, description, image, isHidden: terms.q !== '' }, address) + organization + steps;
}

/** The categories from the top to this one; none if it is not in the menu. */
export function stepsTo(categories: readonly ShopCategory[], slug: string): Step[] {
  const steps: Step[] = [];
  const passed = new Set<string>();
  let next = categories.find(category => category.slug === slug);
  while (next !== undefined && !passed.has(next.slug)) {
    const { parent } = next;
    passed.add(next.slug);
    steps.unshift({ name: next.name, path: categoryPath(next.slug) });
    next = categories.find(category => category.slug === parent);
  }
  return steps;
}
