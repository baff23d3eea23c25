import type { Reader } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { mediaById, presentPicture } from '../../media/index.js';
import { colorVariables, type Variables } from './colors.js';
import { FONT_STACKS } from './fonts.js';
import { namedGroups, namedProducts, themeOfStore, themesFor } from './repository.js';
import { EMPTY_THEME, mergedTheme, type OwnTheme, type Section } from './rules.js';
import type { ShopTheme } from './schemas.js';

/** The name of a shop that has set none. */
export const STANDARD_NAME = 'Tillhouse';

/** The settings that count for a store. Read afresh: pages are cached as a whole. */
export async function themeFor(reader: Reader, storeId: string | undefined): Promise<OwnTheme> {
  const themes = await themesFor(reader, storeId);
  const chain = themes.find(({ store_id }) => store_id === null);
  return mergedTheme(
    themes.find(theme => theme !== chain),
    chain,
  );
}

/** What every page of a store's shop shows. */
export async function readShopTheme(
  platform: Platform,
  storeId: string | undefined,
): Promise<ShopTheme> {
  const theme = await themeFor(platform.db, storeId);
  const logo = theme.logo_id === null ? undefined : await mediaById(platform.db, theme.logo_id);
  return {
    name: theme.name ?? STANDARD_NAME,
    logo: logo === undefined ? null : smallLogo(presentPicture(logo)),
    css: cssOf(theme),
  };
}

/** Twice as high as the header shows it, for sharp screens. */
const LOGO_HEIGHT = 72;

function smallLogo({ url, width, height, variants }: ReturnType<typeof presentPicture>) {
  const small = variants.find(each => each.format === 'webp' && each.height >= LOGO_HEIGHT);
  return { url: small?.url ?? url, width, height };
}

/**
 * Only colours that were computed from numbers and fonts of the list, so that no setting can write
 * other rules. The doubled `:root` outweighs the styles of the component library.
 */
export function cssOf({ primary_color, background_color, font }: OwnTheme): string {
  const { light, dark } = colorVariables(primary_color ?? undefined, background_color ?? undefined);
  const stack = font === null ? undefined : FONT_STACKS[font];
  const fonts: Variables =
    stack === undefined
      ? {}
      : { '--mantine-font-family': stack, '--mantine-font-family-headings': stack };
  return [
    rule(':root:root', fonts),
    rule(':root:root[data-mantine-color-scheme=light]', light),
    rule(':root:root[data-mantine-color-scheme=dark]', dark),
  ].join('');
}

function rule(selector: string, variables: Variables): string {
  const lines = Object.entries(variables).map(([name, value]) => `${name}:${value}`);
  return lines.length === 0 ? '' : `${selector}{${lines.join(';')}}`;
}

/** The settings of a store or of the chain itself, for the desk. */
export async function readOwnTheme(reader: Reader, storeId: string | null) {
  const row = (await themeOfStore(reader, storeId)) ?? EMPTY_THEME;
  const { name, logo_id, primary_color, background_color, font, hero, hero_picture_id } = row;
  return {
    store: storeId,
    name,
    logo_id,
    primary_color,
    background_color,
    font,
    hero,
    hero_picture_id,
    sections: row.sections && (await namedSections(reader, row.sections)),
  };
}

async function namedSections(reader: Reader, sections: readonly Section[]) {
  const refs = (kind: Section['kind']) =>
    sections.flatMap(section => (section.kind === kind && section.ref ? [section.ref] : []));
  const numbers = sections.flatMap(({ products }) => products.map(String));
  const [categories, collections, products] = await Promise.all([
    namedGroups(reader, 'categories', refs('category')),
    namedGroups(reader, 'collections', refs('collection')),
    namedProducts(reader, numbers),
  ]);
  const groups = new Map([...categories, ...collections].map(({ id, name }) => [id, name]));
  const names = new Map(products.map(({ id, name }) => [id, name]));
  return sections.map(section => ({
    ...section,
    name: groups.get(section.ref ?? '') ?? '',
    products: section.products.flatMap(id => {
      const name = names.get(id);
      return name === undefined ? [] : [{ ref: String(id), name }];
    }),
  }));
}
