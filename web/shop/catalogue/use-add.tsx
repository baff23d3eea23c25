import { notifications } from '@mantine/notifications';
import { openCart } from '../cart/cart-state.js';
import { useAddToCart, type Wish } from '../cart/use-cart.js';
import { useShopError } from '../parts/shop-error.js';
import { useT } from '../texts/index.js';

/** Adds and shows the cart, or says why it cannot be. */
export function useAdd(name: string) {
  const t = useT();
  const add = useAddToCart();
  const errorText = useShopError();
  return {
    isPending: add.isPending,
    error: add.error,
    mutate: (wish: Wish) =>
      add.mutate(wish, {
        onSuccess: () => openCart(),
        onError: error =>
          notifications.show({
            color: 'red',
            title: t('cart.notAdded', { name }),
            message: errorText(error),
          }),
      }),
  };
}
