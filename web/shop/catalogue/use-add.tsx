import { openCart } from '../cart/cart-state.js';
import { type CartChange, useAddToCart } from '../cart/use-cart.js';
import { showNotice } from '../parts/notices.js';
import { useShopError } from '../parts/shop-error.js';
import { useT } from '../texts/index.js';

/** Adds to the cart and opens it, or shows the error. */
export function useAdd(name: string) {
  const t = useT();
  const add = useAddToCart();
  const errorText = useShopError();
  return {
    isPending: add.isPending,
    error: add.error,
    mutate: (change: CartChange) =>
      add.mutate(change, {
        onSuccess: () => openCart(),
        onError: error =>
          void showNotice({
            color: 'red',
            title: t('cart.notAdded', { name }),
            message: errorText(error),
          }),
      }),
  };
}
