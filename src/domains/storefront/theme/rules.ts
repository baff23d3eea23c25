import { invalidField } from '../../../platform/http/failure.js';
import type { Language } from '../../../platform/language.js';
import { readableBackground, readablePrimary } from './colors.js';
import type { Font } from './fonts.js';

export const SECTION_KINDS = ['category', 'collection', 'products'] as const;
export type SectionKind = (typeof SECTION_KINDS)[number];

export const MAX_SECTIONS = 12;
export const MAX_PRODUCTS = 12;
const DEFAULT_LIMIT = 4;

export type Texts = Record<Language, string>;
export type Hero = { title: Texts; text: Texts; link: string; link_text: Texts };
/** `ref` is the id of a category or collection, `products` the numbers of products. */
export type Section = {
  kind: SectionKind;
  ref: string | null;
  products: number[];
  title: Texts;
  limit: number;
};

/** What a store or the chain has set itself; null: the one above it. */
export type OwnTheme = {
  name: string | null;
  logo_id: string | null;
  primary_color: string | null;
  background_color: string | null;
  font: Font | null;
  hero: Hero | null;
  hero_picture_id: string | null;
  sections: Section[] | null;
};

export const EMPTY_THEME: OwnTheme = {
  name: null,
  logo_id: null,
  primary_color: null,
  background_color: null,
  font: null,
  hero: null,
  hero_picture_id: null,
  sections: null,
};

/** Whether a theme sets nothing, as after its document was deleted. */
export const isEmpty = (theme: OwnTheme): boolean =>
  Object.keys(EMPTY_THEME).every(name => theme[name as keyof OwnTheme] === null);

/** Each setting of the store, else of the chain. A picture belongs to the hero it was set with. */
export function mergedTheme(store: OwnTheme | undefined, chain: OwnTheme | undefined): OwnTheme {
  const [own, rest] = [store ?? EMPTY_THEME, chain ?? EMPTY_THEME];
  const heroOf = own.hero === null && own.hero_picture_id === null ? rest : own;
  return {
    name: own.name ?? rest.name,
    logo_id: own.logo_id ?? rest.logo_id,
    primary_color: own.primary_color ?? rest.primary_color,
    background_color: own.background_color ?? rest.background_color,
    font: own.font ?? rest.font,
    hero: heroOf.hero,
    hero_picture_id: heroOf.hero_picture_id,
    sections: own.sections ?? rest.sections,
  };
}

type GivenTexts = { en?: string; de?: string } | undefined;

export const textsOf = (given: GivenTexts): Texts => ({
  en: given?.en?.trim() ?? '',
  de: given?.de?.trim() ?? '',
});

/** The text in a language, else in another one. */
export const textIn = (texts: Texts, language: Language): string =>
  texts[language] || texts.en || texts.de;

/** A path of the shop, with a query: never another site, a script or a part of the page. */
const LINK = /^\/(?![/\\])[^\s\\<>"'#]*$/;

export function checkLink(link: string): string {
  const path = link.trim();
  if (path !== '' && !LINK.test(path)) {
    throw invalidField('hero.link', 'Must be a page of the shop, such as /?category=coffee.');
  }
  return path;
}

export function checkHero(given: {
  title: GivenTexts;
  text?: GivenTexts;
  link?: string;
  link_text?: GivenTexts;
}): Hero {
  const title = textsOf(given.title);
  if (title.en === '' && title.de === '') {
    throw invalidField('hero.title', 'Must not be empty.');
  }
  const link = checkLink(given.link ?? '');
  const linkText = textsOf(given.link_text);
  if (link !== '' && linkText.en === '' && linkText.de === '') {
    throw invalidField('hero.link_text', 'A link needs a text.');
  }
  return { title, text: textsOf(given.text), link, link_text: linkText };
}

/** White text is readable on it; a colour that is too light is refused with the nearest one. */
export function checkPrimary(hex: string): string {
  const color = hex.toLowerCase();
  const nearest = readablePrimary(color);
  if (nearest === color) return color;
  throw invalidField(
    'primary_color',
    `White text on this colour is hard to read. The nearest colour that works is ${nearest}.`,
    'LOW_CONTRAST',
  );
}

export function checkBackground(hex: string): string {
  const color = hex.toLowerCase();
  const nearest = readableBackground(color);
  if (nearest === color) return color;
  throw invalidField(
    'background_color',
    `Grey text on this colour is hard to read. The nearest colour that works is ${nearest}.`,
    'LOW_CONTRAST',
  );
}

export const limitOf = (limit: number | undefined): number => limit ?? DEFAULT_LIMIT;
