import type { Static } from '../../../platform/http/schemas.js';
import { pictureFor } from '../../catalog/index.js';
import type { ShopProduct } from '../catalogue/schemas.js';

type Shown = Static<typeof ShopProduct>;

/**
 * What the card of a product shows, for the data of a page with many cards: no description, one
 * picture, no attributes, two variants at most. The page of the product loads the rest.
 */
export const forCard = (product: Shown): Shown => {
  const first = pictureFor(product);
  return {
    ...product,
    description: '',
    pictures: first === undefined ? [] : [first],
    variants: shownVariants(product).map(({ parts: _parts, ...variant }) => ({
      ...variant,
      attributes: {},
    })),
  };
};

/** The cheapest, and one that differs in its price: a card says "from" then, and adds only goods without a choice. */
function shownVariants({ variants, price }: Shown): Shown['variants'] {
  const cheapest = variants.find(variant => variant.price === price) ?? variants[0];
  const others = variants.filter(variant => variant !== cheapest);
  const other = others.find(variant => variant.price !== price) ?? others[0];
  return [cheapest, other].filter(variant => variant !== undefined);
}
