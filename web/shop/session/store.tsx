import { useQuery, useQueryClient } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { useApi } from '../../shared/api/index.js';
import { Empty, Failed, Loading } from '../../shared/components/states.js';
import { PlaceProvider } from '../../shared/i18n/format.js';
import { rememberStore } from '../arrival.js';
import { GivenStore } from '../state.js';
import { cartToken } from '../storage.js';
import { useT } from '../texts/index.js';
import type { Store } from '../types.js';
import { STORES_KEY } from './keys.js';
import { knownSession, renewSession, useSession } from './use-session.js';

type Choose = (storeId: string) => Promise<void>;
type Shop = { store: Store; stores: readonly Store[]; choose: Choose };

const ShopContext = createContext<Shop | undefined>(undefined);

export const useMaybeShop = (): Shop | undefined => useContext(ShopContext);

export function useShop(): Shop {
  const shop = useMaybeShop();
  if (shop === undefined) throw new Error('useShop is called outside NeedsStore');
  return shop;
}

function useStores() {
  const api = useApi();
  return useQuery({
    queryKey: STORES_KEY,
    queryFn: () => answer(api.GET('/web-commerce/stores/')),
    staleTime: 10 * 60_000,
  });
}

/** Provides the store of the cart, else the chosen one, else the one in which the page was drawn. */
export function StoreScope({ children }: { children: ReactNode }): ReactNode {
  const api = useApi();
  const queries = useQueryClient();
  const ofCart = useSession().data?.store_id ?? undefined;
  const stores = useStores().data;
  const given = useContext(GivenStore);
  const [chosen, setChosen] = useState<string>();
  const choose = useCallback<Choose>(
    async storeId => {
      const session = await knownSession(queries, api);
      if (session.web_session_id !== null && session.store_id !== storeId) {
        const body = { store_id: storeId };
        const moved = await answer(api.POST('/web-commerce/session/store/', { body }));
        if (moved.cart_token !== null) cartToken.set(moved.cart_token);
        await renewSession(queries, api);
      }
      rememberStore(storeId);
      setChosen(storeId);
    },
    [api, queries],
  );
  // The next page is drawn for the store of the cart.
  useEffect(() => {
    if (ofCart !== undefined && ofCart !== given) rememberStore(ofCart);
  }, [ofCart, given]);
  const wanted = ofCart ?? chosen ?? given;
  const shop = useMemo(() => {
    const store = stores?.find(({ id }) => id === wanted) ?? stores?.[0];
    return store && stores && { store, stores, choose };
  }, [stores, wanted, choose]);
  const place = shop && { currency: shop.store.currency, timeZone: shop.store.time_zone };
  return (
    <ShopContext value={shop}>
      {place === undefined ? children : <PlaceProvider place={place}>{children}</PlaceProvider>}
    </ShopContext>
  );
}

export function NeedsStore({ children }: { children: ReactNode }): ReactNode {
  const t = useT();
  const stores = useStores();
  if (useMaybeShop() !== undefined) return children;
  if (stores.isError) return <Failed error={stores.error} onRetry={() => void stores.refetch()} />;
  if (stores.data === undefined) return <Loading />;
  return <Empty title={t('store.none')} text={t('store.none.text')} />;
}

/** For pages that depend on the shopper or the cart. */
export function NeedsSession({ children }: { children: ReactNode }): ReactNode {
  const session = useSession();
  if (session.data !== undefined) return children;
  if (session.isError) {
    return <Failed error={session.error} onRetry={() => void session.refetch()} />;
  }
  return <Loading />;
}
