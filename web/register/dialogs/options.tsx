import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../../shared/components/dialog.js';
import { Stock, stockOfGoods, usePriceText } from '../parts/tile.js';
import type { Good } from '../state/catalogue.js';
import { optionOf, type Product } from '../state/products.js';
import { useStock } from '../state/stock.js';
import css from '../till.module.css';

/** The sizes, colours or other variants of a product; a touch puts one into the sale. */
export function OptionsDialog(props: {
  product: Product;
  onPick: (good: Good) => void;
  onClose: () => void;
}): ReactNode {
  const { product, onPick, onClose } = props;
  const price = usePriceText();
  const stockOf = useStock(product.goods.map(({ variantId }) => variantId));
  return (
    <Dialog onClose={onClose} title={product.name} size="lg">
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm">
        {product.goods.map(good => (
          <button
            key={good.variantId}
            type="button"
            className={css.option}
            data-sku={good.sku}
            onClick={() => onPick(good)}
          >
            <span className={css.optionName}>{optionOf(good)}</span>
            <span className="money">{price(good)}</span>
            <Stock good={good} stock={stockOfGoods([good], stockOf)} />
          </button>
        ))}
      </SimpleGrid>
    </Dialog>
  );
}
