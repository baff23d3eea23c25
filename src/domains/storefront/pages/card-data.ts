import type { Static } from '../../../platform/http/schemas.js';
import type { ShopProduct } from '../catalogue/schemas.js';

type Shown = Static<typeof ShopProduct>;

/**
 * What the card of a product shows, for the data of a page with many cards: no description, one
 * picture, no attributes. The page of the product loads the rest.
 */
export const forCard = (product: Shown): Shown => {
  const { pictures } = product;
  const first = pictures.find(({ variant_id: id }) => id === null) ?? pictures[0];
  return {
    ...product,
    description: '',
    pictures: first === undefined ? [] : [first],
    variants: product.variants.map(({ parts: _parts, ...variant }) => ({
      ...variant,
      attributes: {},
    })),
  };
};
