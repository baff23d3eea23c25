import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, answer, type Tillhouse } from '@tillhouse/client';
import { isMeasured } from '../../../src/domains/pricing/index.js';
import { useApi } from '../../shared/api/index.js';
import type { Measured } from '../parts/measure.js';
import { useShop } from '../session/store.js';
import { knownSession, renewSession, useSession } from '../session/use-session.js';
import { cartToken } from '../storage.js';
import type { Cart } from '../types.js';
import { cartKey } from './cart-key.js';

const isLost = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'CART_NOT_OWNED';

/** The cart was bought, abandoned or merged by a login elsewhere: reloads the session. */
function renewCart(queries: QueryClient, api: Tillhouse) {
  cartToken.set(undefined);
  return renewSession(queries, api);
}

/** Null until the first item is added. */
export function useCart() {
  const api = useApi();
  const queries = useQueryClient();
  const id = useSession().data?.cart_id;
  return useQuery({
    queryKey: cartKey(id),
    queryFn: async (): Promise<Cart | null> => {
      if (id == null) return null;
      const params = { path: { cart_id: id } };
      try {
        return await answer(api.GET('/web-commerce/cart/{cart_id}/', { params }));
      } catch (error) {
        if (!isLost(error)) throw error;
        void renewCart(queries, api);
        return null;
      }
    },
  });
}

type Act<Input> = (api: Tillhouse, cartId: string, input: Input) => Promise<Cart | undefined>;

/** Changes the cart; retries once if the cart was replaced. */
function useCartAction<Input = void>(act: Act<Input>, options: { mayOpen?: boolean } = {}) {
  const api = useApi();
  const queries = useQueryClient();
  const { store } = useShop();

  const open = async (): Promise<string> => {
    const body = { store_id: store.id };
    const made = await answer(api.POST('/web-commerce/session/create/', { body }));
    cartToken.set(made.cart_token ?? undefined);
    return made.cart_id;
  };
  const inCart = async (id: string | null | undefined, input: Input): Promise<Cart | undefined> => {
    if (id == null && options.mayOpen !== true) throw new Error('there is no cart');
    return act(api, id ?? (await open()), input);
  };
  return useMutation({
    mutationFn: async (input: Input) => {
      const { cart_id: id } = await knownSession(queries, api);
      try {
        return await inCart(id, input);
      } catch (error) {
        if (!isLost(error)) throw error;
        return inCart((await renewCart(queries, api)).cart_id, input);
      }
    },
    onSuccess: async cart => {
      const known = (await knownSession(queries, api)).cart_id;
      if (cart === undefined) return queries.invalidateQueries({ queryKey: ['cart'] });
      queries.setQueryData(cartKey(cart.id), cart);
      if (cart.id !== known) await renewSession(queries, api);
      return undefined;
    },
    // Availability may have changed.
    onError: () => queries.invalidateQueries({ queryKey: ['cart'] }),
  });
}

const at = (cartId: string) => ({ params: { path: { cart_id: cartId } } });

export type CartChange = { sku: string; quantity: number };

export const useAddToCart = () =>
  useCartAction<CartChange>(
    async (api, id, body) =>
      (await answer(api.POST('/web-commerce/cart/{cart_id}/add/', { ...at(id), body }))).cart,
    { mayOpen: true },
  );

export const useChangeQuantity = () =>
  useCartAction<CartChange>((api, id, body) =>
    answer(api.PATCH('/web-commerce/cart/{cart_id}/update/', { ...at(id), body })),
  );

export const useRemoveFromCart = () =>
  useCartAction<string>((api, id, sku) =>
    answer(api.POST('/web-commerce/cart/{cart_id}/remove/', { ...at(id), body: { sku } })),
  );

export const useClearCart = () =>
  useCartAction(async (api, id) => {
    await api.POST('/web-commerce/cart/{cart_id}/clear/', at(id));
    return undefined;
  });

export const useEnterCode = () =>
  useCartAction<string>((api, id, code) =>
    answer(api.POST('/web-commerce/cart/{cart_id}/promo/', { ...at(id), body: { code } })),
  );

export const useDropCode = () =>
  useCartAction((api, id) => answer(api.DELETE('/web-commerce/cart/{cart_id}/promo/', at(id))));

/** Each article that is sold by measure counts as one. */
export const countOf = (cart: Cart | null | undefined): number =>
  (cart?.line_items ?? []).reduce((sum, line) => sum + piecesOf(line), 0);

const piecesOf = ({ quantity, unit }: { quantity: number } & Measured): number =>
  isMeasured(unit) ? 1 : quantity;
