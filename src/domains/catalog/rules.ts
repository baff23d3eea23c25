import { invalidField } from '../../platform/http/failure.js';

const MAX_DERIVED_LENGTH = 90;
const SLUG_TRIES = 20;

/** "Crème brûlée, 2 pcs" becomes `creme-brulee-2-pcs`; a name without Latin letters, `item`. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_DERIVED_LENGTH)
    .replaceAll(/^-|-$/g, '');
  if (/[a-z]/.test(slug)) return slug;
  return slug === '' ? 'item' : `item-${slug}`;
}

/** Slugs to try, in order of preference: `mug`, `mug-2`, `mug-3` … */
export function slugCandidates(name: string): string[] {
  const base = slugOf(name);
  return Array.from({ length: SLUG_TRIES }, (_, i) => (i === 0 ? base : `${base}-${i + 1}`));
}

export function firstFree(candidates: readonly string[], taken: readonly string[]): string {
  const free = candidates.find(candidate => !taken.includes(candidate));
  if (free === undefined) {
    throw invalidField('slug', 'Too many records have this name; choose a slug.');
  }
  return free;
}

export const STATUSES = ['draft', 'active', 'archived'] as const;
export type Status = (typeof STATUSES)[number];

export const statusOf = (product: { is_active: boolean; is_draft: boolean }): Status => {
  if (product.is_active) return 'active';
  return product.is_draft ? 'draft' : 'archived';
};

/** The columns of a status; nothing where none is sent. */
export function statusColumns(status: Status | undefined, isActive: boolean | undefined) {
  if (status === undefined) return {};
  if (isActive !== undefined && isActive !== (status === 'active')) {
    throw invalidField('is_active', 'Contradicts status.');
  }
  return { is_active: status === 'active', is_draft: status === 'draft' };
}

/** The times of a schedule that a status set by hand overrides, so that nothing is sold again later. */
export function overriddenTimes(status: Status | undefined, isActive: boolean | undefined) {
  if (status === 'archived' || (status === undefined && isActive === false)) {
    return { publish_at: null, archive_at: null };
  }
  return status === 'active' || isActive === true ? { publish_at: null } : {};
}

export const ORDERINGS = ['name', '-name', 'created_at', '-created_at'] as const;

export type Ordering = {
  field: 'id' | 'name' | 'created_at';
  descending: boolean;
};

/** Parses `name`, `-created_at` …; the default is by id. */
export function readOrdering(text: (typeof ORDERINGS)[number] | undefined): Ordering {
  if (text === undefined) return { field: 'id', descending: false };
  return {
    field: text.replace(/^-/, '') as Ordering['field'],
    descending: text.startsWith('-'),
  };
}

const MAX_PRODUCT_ID = 2_147_483_647;

/** Parses the number in `/products/17/`; undefined if `ref` is a slug. */
export function productNumber(ref: string): number | undefined {
  if (!/^\d{1,10}$/.test(ref)) return undefined;
  const id = Number(ref);
  return id >= 1 && id <= MAX_PRODUCT_ID ? id : undefined;
}
