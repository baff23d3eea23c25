import { Type } from '../../platform/http/schemas.js';

/** Names of a product and of one of its variants, as in the columns of a line. */
export type GoodsNames = { product_name: string; variant_name: string };

/** Names that shop systems give to the only variant of a product. */
const DEFAULT_NAMES = new Set(['default', 'default title', 'default variant']);

/**
 * A shorter variant name, such as the size S, stays visible even if the product's name contains it:
 * a repeated word does less harm than a lost size.
 */
const MIN_REPEATED_LENGTH = 4;

/** What a customer reads about goods: "Black Tee, Size L". Never names the product twice. */
export function describeGoods({ product_name, variant_name }: GoodsNames): string {
  const product = product_name.trim();
  const variant = variant_name.trim();
  if (product === '') return variant;
  if (variant === '' || DEFAULT_NAMES.has(variant.toLowerCase())) return product;
  if (containsWords(variant, product)) return sameWords(variant, product) ? product : variant;
  if (variant.length >= MIN_REPEATED_LENGTH && containsWords(product, variant)) return product;
  return `${product}, ${variant}`;
}

/** `product_name`, `variant_name` and `description`, as answers with lines show them. */
export const presentGoods = ({ product_name, variant_name }: GoodsNames) => ({
  product_name,
  variant_name,
  description: describeGoods({ product_name, variant_name }),
});

/** The schema of `presentGoods`. */
export const GoodsFields = {
  product_name: Type.String(),
  variant_name: Type.String({ description: 'Empty if the product has no variants' }),
  description: Type.String({
    description: 'Product and variant in one text',
    examples: ['Black Tee, Size L'],
  }),
};

const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .split(/[^\p{Letter}\p{Mark}\p{Number}]+/u)
    .filter(Boolean)
    .join(' ');

const sameWords = (a: string, b: string): boolean => wordsOf(a) === wordsOf(b);

const containsWords = (text: string, part: string): boolean =>
  wordsOf(part) !== '' && ` ${wordsOf(text)} `.includes(` ${wordsOf(part)} `);
