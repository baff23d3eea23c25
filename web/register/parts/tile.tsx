import { memo, type ReactNode } from 'react';
import { isMeasured } from '../../../src/domains/pricing/index.js';
import { Artwork } from '../../shared/artwork/index.js';
import { useFormat } from '../../shared/i18n/format.js';
import type { Good } from '../state/catalogue.js';
import { type Product, priceOf } from '../state/products.js';
import { useT } from '../texts/index.js';
import css from '../till.module.css';

type StockOf = (variantId: string) => number | null | undefined;

/** What the store has of these goods together; undefined if it does not stock them. */
export function stockOfGoods(goods: readonly Good[], stockOf: StockOf): number | undefined {
  const stock = goods.flatMap(({ variantId }) => stockOf(variantId) ?? []);
  return stock.length === 0 ? undefined : stock.reduce((total, available) => total + available, 0);
}

/**
 * One tile for a product; a product with one variant goes straight into the sale. A change of stock
 * draws the tiles of the changed goods alone, however many are on the screen.
 */
export const Tile = memo(function Tile(props: {
  product: Product;
  stock: number | undefined;
  onPick: (product: Product) => void;
}): ReactNode {
  const { product, stock, onPick } = props;
  const t = useT();
  const price = usePriceText();
  const [good, ...others] = product.goods;
  if (good === undefined) return null;
  const { fromMinor, isRange } = priceOf(product);
  const shown = price(good, fromMinor);
  return (
    <button
      type="button"
      className={css.tile}
      data-product={product.id}
      data-sku={others.length === 0 ? good.sku : undefined}
      data-skus={product.goods.map(({ sku }) => sku).join(' ')}
      onClick={() => onPick(product)}
    >
      <Artwork
        className={css.picture}
        name={product.name}
        category={product.category}
        picture={product.picture}
        sizes="200px"
      />
      {others.length > 0 && (
        <span className={css.options}>{t('tile.options', { count: others.length + 1 })}</span>
      )}
      <span className={css.caption}>
        <span className={css.name}>{others.length === 0 ? good.name : product.name}</span>
        <span className={css.facts}>
          <span className={`${css.price} money`}>
            {isRange ? t('tile.from', { price: shown }) : shown}
          </span>
          <Stock good={good} stock={stock} />
        </span>
      </span>
    </button>
  );
});

/** `$4.50`, or for goods by measure `$4.50/kg`. */
export function usePriceText(): (good: Good, priceMinor?: number) => string {
  const t = useT();
  const { cents } = useFormat();
  return (good, priceMinor = good.priceMinor) =>
    isMeasured(good.unit)
      ? t('cart.per', { price: cents(priceMinor), unit: good.unit })
      : cents(priceMinor);
}

/** The stock in the unit of the goods; nothing if the store does not stock them. */
export function Stock({ good, stock }: { good: Good; stock: number | undefined }): ReactNode {
  const t = useT();
  const { number } = useFormat();
  if (stock === undefined) return null;
  const count = isMeasured(good.unit) ? `${number(stock, 3)} ${good.unit}` : number(stock);
  return (
    <span className={css.stock} data-out={stock <= 0} data-testid="stock">
      {stock <= 0 ? t('tile.soldOut') : t('tile.stock', { count })}
    </span>
  );
}
