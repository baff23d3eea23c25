import {
  Answer,
  Body,
  Nullable,
  OneOf,
  OpenQuery,
  Params,
  type Static,
  Text,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { LANGUAGES } from '../../../platform/language.js';
import { PictureFields } from '../../media/index.js';
import { ShopProduct } from '../catalogue/schemas.js';
import { FONTS } from './fonts.js';
import { MAX_PRODUCTS, MAX_SECTIONS, SECTION_KINDS } from './rules.js';

const Color = Type.String({
  pattern: '^#[0-9a-fA-F]{6}$',
  examples: ['#1f6b58'],
  description: 'Six hexadecimal digits',
});

const inLanguages = (maxLength: number) =>
  Body(
    { en: Type.Optional(Text(maxLength)), de: Type.Optional(Text(maxLength)) },
    { description: 'By language; an empty one shows the text of another language' },
  );

const Link = Type.String({
  maxLength: 500,
  description: 'A page of the shop, such as `/?category=coffee` or `/p/white-mug`; empty: none',
});

const HeroText = {
  title: inLanguages(120),
  text: Type.Optional(inLanguages(500)),
  link: Type.Optional(Link),
  link_text: Type.Optional(inLanguages(60)),
};

const Section = Body({
  kind: OneOf(SECTION_KINDS),
  ref: Type.Optional(
    Type.String({ maxLength: 150, description: 'Slug or id of the category or collection' }),
  ),
  products: Type.Optional(
    Type.Array(Text(150, 1), {
      maxItems: MAX_PRODUCTS,
      uniqueItems: true,
      description: 'Slugs or numbers of the featured products, in order',
    }),
  ),
  title: Type.Optional(inLanguages(120)),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PRODUCTS })),
});
export type SectionInput = Static<typeof Section>;

/** Null, or left out: that of the chain, and for the chain the standard one. */
export const ThemeBody = Body({
  name: Type.Optional(Nullable(Text(60, 1))),
  logo_id: Type.Optional(Nullable(Uuid)),
  primary_color: Type.Optional(Nullable(Color)),
  background_color: Type.Optional(Nullable(Color)),
  font: Type.Optional(Nullable(OneOf(FONTS))),
  hero: Type.Optional(Nullable(Body(HeroText))),
  hero_picture_id: Type.Optional(Nullable(Uuid)),
  sections: Type.Optional(Nullable(Type.Array(Section, { maxItems: MAX_SECTIONS }))),
});
export type ThemeInput = Static<typeof ThemeBody>;

export const ThemeParams = Params({
  store: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Code or id of a store, or `chain`',
  }),
});

const Texts = Answer({ en: Type.String(), de: Type.String() });
const Picture = Answer(PictureFields);

const ThemeSection = Answer({
  kind: OneOf(SECTION_KINDS),
  ref: Nullable(Type.String({ description: 'Id of the category or collection' })),
  name: Type.String({ description: 'Name of the category or collection; empty if it is gone' }),
  products: Type.Array(Answer({ ref: Type.String(), name: Type.String() })),
  title: Texts,
  limit: Type.Integer(),
});

const Hero = Answer({ title: Texts, text: Texts, link: Type.String(), link_text: Texts });

export const ThemeAnswer = Answer({
  store: Nullable(Uuid),
  name: Nullable(Type.String()),
  logo_id: Nullable(Uuid),
  primary_color: Nullable(Type.String()),
  background_color: Nullable(Type.String()),
  font: Nullable(OneOf(FONTS)),
  hero: Nullable(Hero),
  hero_picture_id: Nullable(Uuid),
  sections: Nullable(Type.Array(ThemeSection)),
});

/** What the header and the styles of every page show. */
export const ShopThemeAnswer = Answer({
  name: Type.String(),
  logo: Nullable(Answer({ url: Type.String(), width: Type.Integer(), height: Type.Integer() })),
  css: Type.String({
    description: 'CSS variables of the colours and the font; empty for the standard look',
  }),
});
export type ShopTheme = Static<typeof ShopThemeAnswer>;

export const HomeAnswer = Answer({
  hero: Nullable(
    Answer({
      title: Type.String(),
      text: Type.String(),
      link: Type.String({ description: 'Path in the shop; empty: none' }),
      link_text: Type.String(),
      picture: Nullable(Picture),
    }),
  ),
  sections: Type.Array(
    Answer({
      kind: OneOf(SECTION_KINDS),
      title: Type.String(),
      category: Nullable(Type.String({ description: 'Slug, for a link to all of its products' })),
      collection: Nullable(Type.String({ description: 'Slug, likewise' })),
      products: Type.Array(ShopProduct),
    }),
  ),
});
export type Home = Static<typeof HomeAnswer>;

export const ShopThemeQuery = OpenQuery({ store_id: Text(100, 1) });
export const HomeQuery = OpenQuery({
  store_id: Text(100, 1),
  language: Type.Optional(OneOf(LANGUAGES)),
});
