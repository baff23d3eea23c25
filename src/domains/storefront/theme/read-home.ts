import type { Language } from '../../../platform/language.js';
import type { Platform } from '../../../platform/platform.js';
import { productsByIds } from '../../catalog/index.js';
import { mediaById, presentPicture } from '../../media/index.js';
import type { SellingStore } from '../../stores/index.js';
import { showProducts } from '../catalogue/show-products.js';
import { themeFor } from './read-theme.js';
import { namedGroups, productsOfCategory, productsOfCollection } from './repository.js';
import { type OwnTheme, type Section, textIn } from './rules.js';
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
  const planned = await Promise.all(
    (theme.sections ?? []).map(section => plan(platform, section, language)),
  );
  const open = planned.filter(each => each !== undefined);
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
    hero: await heroOf(platform, theme, language),
    sections: sections.filter(section => section.products.length > 0),
  };
}

/** Undefined if the category or collection is gone. */
async function plan(
  { db }: Platform,
  section: Section,
  language: Language,
): Promise<Planned | undefined> {
  const title = textIn(section.title, language);
  if (section.kind === 'products' || section.ref === null) {
    return { section, title, category: null, collection: null, ids: section.products };
  }
  const isCategory = section.kind === 'category';
  const [group] = await namedGroups(db, isCategory ? 'categories' : 'collections', [section.ref]);
  if (group === undefined) return undefined;
  const rows = await (isCategory ? productsOfCategory : productsOfCollection)(
    db,
    group.id,
    CANDIDATES,
  );
  return {
    section,
    title: title || group.name,
    category: isCategory ? group.slug : null,
    collection: isCategory ? null : group.slug,
    ids: rows.map(({ id }) => id),
  };
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
