import { Badge } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { pictureFor } from '../../../src/domains/catalog/pictures/choose-pictures.js';
import { Artwork } from '../../shared/artwork/index.js';
import { CartForm } from '../cart/cart-form.js';
import { type Measured, useMeasure } from '../parts/measure.js';
import { useT } from '../texts/index.js';
import type { Product } from '../types.js';
import { Availability } from './availability.js';
import classes from './product-card.module.css';
import { useAdd } from './use-add.js';

/** The price, or "from …" if variants differ. */
export function usePriceText(): (product: Product) => string {
  const t = useT();
  const measure = useMeasure();
  return product =>
    product.variants.every(variant => variant.price === product.price)
      ? measure.price(product)
      : t('product.from', { price: measure.price(product) });
}

/** Plain elements: a home page has 36 cards, and each component of the library costs as much as a card. */
export function ProductCard({ product }: { product: Product }): ReactNode {
  const t = useT();
  const priceText = usePriceText();
  const measure = useMeasure();
  const perUnit = product.variants.find(({ price }) => price === product.price)?.unit_price;
  const add = useAdd(product.name);
  const [only] = product.variants;
  const { unit }: Measured & { id: number } = product;
  // The quantity of goods sold by measure is chosen on the page of the product.
  const canAdd = product.variants.length === 1 && unit === undefined && product.in_stock;
  return (
    <article className={classes.card}>
      <div className={classes.picture} data-gone={!product.in_stock}>
        <Artwork
          name={product.name}
          category={product.category?.name}
          imageUrl={product.image_url}
          picture={pictureFor(product)}
          sizes="(max-width: 48em) 50vw, 25vw"
          className={classes.art}
        />
        {product.minimum_age !== null && (
          <Badge className={classes.badge} color="dark" variant="filled">
            {t('product.age', { age: product.minimum_age })}
          </Badge>
        )}
      </div>
      <div className={classes.words}>
        <Link href={`/p/${product.slug}`} className={classes.link}>
          {product.name}
        </Link>
        <p className={classes.prices}>
          <span className={`money ${classes.price}`}>{priceText(product)}</span>
          {perUnit !== undefined && (
            <span className={`money ${classes.perUnit}`}>
              {measure.price({ price: perUnit.amount, unit: perUnit.unit })}
            </span>
          )}
        </p>
        <Availability available={product.available} unit={unit} digital={product.is_digital} />
      </div>
      {canAdd && only !== undefined && (
        <CartForm
          action="add"
          className={classes.add}
          onSend={() => add.mutate({ sku: only.sku, quantity: 1 })}
        >
          <input type="hidden" name="sku" value={only.sku} />
          <input type="hidden" name="quantity" value={1} />
          <button type="submit" className={classes.plus} disabled={add.isPending}>
            <IconPlus size={20} aria-hidden />
            <span className="visually-hidden">
              {t('product.add.named', { name: product.name })}
            </span>
          </button>
        </CartForm>
      )}
    </article>
  );
}
