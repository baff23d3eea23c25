import type { Language } from '../../../platform/language.js';
import type { Platform } from '../../../platform/platform.js';
import { productsByIds } from '../../catalog/index.js';
import { mediaById, presentPicture } from '../../media/index.js';
import type { SellingStore } from '../../stores/index.js';
import { showProducts } from '../catalogue/show-products.js';
import { themeFor } from './read-theme.js';
import { shownCategories, shownCollections } from './repository.js';
import { type OwnTheme, type Section, type SectionKind, textIn } from './rules.js';
import type { Home } from './schemas.js';

/** Enough to find some that are on sale and in stock. */
const CANDIDATES = 36;

type Planned = {
  section: Section;
  title: string;
  /** Slugs, for a link to all products. */
  category: string | null;
  collection: string | null;
  ids: number[];
};

/** Hero and sections of the home page, read afresh. A section without products is left out. */
export async function readHome(
  platform: Platform,
  store: SellingStore,
  language: Language,
): Promise<Home> {
  const theme = await themeFor(platform.db, store.id);
  const [open, hero] = await Promise.all([
    plan(platform, theme.sections ?? [], language),
    heroOf(platform, theme, language),
  ]);
  const ids = [...new Set(open.flatMap(each => each.ids))];
  const found = ids.length === 0 ? [] : await productsByIds(platform.db, ids);
  const shown = await showProducts(platform, found, store);
  const products = new Map(shown.flatMap(product => (product ? [[product.id, product]] : [])));
  const sections = open.map(({ section, title, category, collection, ids: wanted }) => {
    const onSale = wanted.flatMap(id => products.get(id) ?? []);
    // An own list keeps its order; of a category those in stock come first.
    const listed =
      section.kind === 'products'
        ? onSale
        : onSale.toSorted((one, other) => Number(other.in_stock) - Number(one.in_stock));
    const limit = section.kind === 'products' ? listed.length : section.limit;
    return { kind: section.kind, title, category, collection, products: listed.slice(0, limit) };
  });
  return {
    hero,
    sections: sections.filter(section => section.products.length > 0),
  };
}

/** Sections whose category or collection is gone are left out. */
async function plan(
  { db }: Platform,
  sections: readonly Section[],
  language: Language,
): Promise<Planned[]> {
  const refs = (kind: SectionKind): string[] =>
    sections.flatMap(section => (section.kind === kind ? (section.ref ?? []) : []));
  const [categories, collections] = await Promise.all([
    shownCategories(db, refs('category'), CANDIDATES),
    shownCollections(db, refs('collection'), CANDIDATES),
  ]);
  const shown = new Map([...categories, ...collections].map(group => [group.id, group]));
  return sections.flatMap((section): Planned[] => {
    const title = textIn(section.title, language);
    if (section.ref === null)
      return [{ section, title, category: null, collection: null, ids: section.products }];
    const group = shown.get(section.ref);
    if (group === undefined) return [];
    const isCategory = section.kind === 'category';
    return [
      {
        section,
        title: title || group.name,
        category: isCategory ? group.slug : null,
        collection: isCategory ? null : group.slug,
        ids: group.products,
      },
    ];
  });
}

async function heroOf(
  { db }: Platform,
  { hero, hero_picture_id: pictureId }: OwnTheme,
  language: Language,
): Promise<Home['hero']> {
  if (hero === null) return null;
  const picture = pictureId === null ? undefined : await mediaById(db, pictureId);
  return {
    title: textIn(hero.title, language),
    text: textIn(hero.text, language),
    link: hero.link,
    link_text: textIn(hero.link_text, language),
    picture: picture === undefined ? null : presentPicture(picture),
  };
}
