import { EMPTY_THEME, saveThemeOfDocument } from '../../storefront/index.js';
import { isObject } from './document.js';
import { type Field, onCreate, reference } from './fields.js';
import type { Kind } from './kind.js';

/** Read as it is: the theme checks all fields together, and a wrong one fails the document. */
const asGiven = (name: string, column: string): Field => ({
  name,
  column,
  inbound: 'always',
  write: value => value ?? null,
  read: value => value,
});

/** An unknown store must not become the theme of the chain. */
const storeField: Field = {
  ...reference('store', 'store_id', 'store'),
  read: (value, names) => {
    const id = reference('store', 'store_id', 'store').read(value, names);
    if (id === undefined) throw new Error('the document refers to a store that does not exist');
    return id;
  },
};

const hero: Field = {
  ...asGiven('hero', 'hero'),
  write: value => {
    if (!isObject(value)) return null;
    const { link_text: linkText, ...rest } = value;
    return { ...rest, linkText };
  },
  read: value => {
    if (!isObject(value)) return value;
    const { linkText, ...rest } = value;
    return { ...rest, ...(linkText !== undefined && { link_text: linkText }) };
  },
};

/** Look and home page of a store's shop; without a store, of the chain's. */
const theme: Kind = {
  name: 'theme',
  modelType: 'ShopTheme',
  type: 'shopTheme',
  prefix: 'shopTheme',
  fields: [
    onCreate(storeField),
    asGiven('name', 'name'),
    asGiven('logoId', 'logo_id'),
    asGiven('primaryColor', 'primary_color'),
    asGiven('backgroundColor', 'background_color'),
    asGiven('font', 'font'),
    hero,
    asGiven('heroPictureId', 'hero_picture_id'),
    asGiven('sections', 'sections'),
  ],
  save: ({ tx }, id, change) => saveThemeOfDocument(tx, id, change),
  retire: async ({ tx }, id) => {
    await saveThemeOfDocument(tx, id, { ...EMPTY_THEME });
  },
};

export const themeKinds: readonly Kind[] = [theme];
