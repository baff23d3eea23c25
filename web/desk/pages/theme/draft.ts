import type { paths } from '@tillhouse/client';
import type { BodyOf, GetResponse } from '../../types.js';

export type Theme = GetResponse<'/shop-themes/{store}/'>;
export type ThemeBody = BodyOf<paths['/shop-themes/{store}/']['put']>;
export type Section = NonNullable<Theme['sections']>[number];
export type Texts = Section['title'];
export type Font = NonNullable<Theme['font']>;

export type SectionDraft = Section & { key: number };

let lastKey = 0;
const newKey = (): number => {
  lastKey += 1;
  return lastKey;
};

export const noTexts = (): Texts => ({ en: '', de: '' });

export const sectionDraft = (section: Section): SectionDraft => ({ ...section, key: newKey() });

export const emptySection = (kind: Section['kind']): SectionDraft =>
  sectionDraft({ kind, ref: null, name: '', products: [], title: noTexts(), limit: 4 });

const sectionBody = ({ kind, ref, products, title, limit }: Section) => ({
  kind,
  title,
  ...(kind === 'products'
    ? { products: products.map(product => product.ref) }
    : { ref: ref ?? '', limit }),
});

/** The whole theme with some settings changed: the route replaces all of them. */
export function bodyOf(theme: Theme, change: Partial<Omit<Theme, 'store'>>): ThemeBody {
  const { store: _store, sections, ...rest } = { ...theme, ...change };
  return { ...rest, sections: sections?.map(sectionBody) ?? null };
}

/** Each setting of the store, else of the chain, as the shop shows them. */
export function shownTheme(own: Theme, chain: Theme): Theme {
  const heroOf = own.hero === null ? chain : own;
  return {
    store: own.store,
    name: own.name ?? chain.name,
    logo_id: own.logo_id ?? chain.logo_id,
    primary_color: own.primary_color ?? chain.primary_color,
    background_color: own.background_color ?? chain.background_color,
    font: own.font ?? chain.font,
    hero: heroOf.hero,
    hero_picture_id: heroOf.hero_picture_id,
    sections: own.sections ?? chain.sections,
  };
}
