import { useQuery, useQueryClient } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Failed, Loading } from '../../shared/components/states.js';
import { PlaceProvider } from '../../shared/i18n/format.js';
import { cartToken, chosenStore } from '../kept.js';
import type { Store } from '../types.js';
import { StoreChoice } from './store-choice.js';
import { renewSession, useSession } from './use-session.js';

type Choose = (storeId: string) => Promise<void>;
type Shop = { store: Store; stores: readonly Store[]; choose: Choose };

const ShopContext = createContext<Shop | undefined>(undefined);

/** The store, where one is chosen. */
export const useMaybeShop = (): Shop | undefined => useContext(ShopContext);

export function useShop(): Shop {
  const shop = useMaybeShop();
  if (shop === undefined) throw new Error('the store is used where none needs to be chosen');
  return shop;
}

function useStores() {
  const api = useApi();
  return useQuery({
    queryKey: ['stores'],
    queryFn: () => answer(api.GET('/web-commerce/stores/')),
    staleTime: 10 * 60_000,
  });
}

const ChooseContext = createContext<Choose>(async () => undefined);

/** The store of the visit, else the one chosen on this device, else the only one there is. */
export function StoreScope({ children }: { children: ReactNode }): ReactNode {
  const api = useApi();
  const queries = useQueryClient();
  const session = useSession().data;
  const stores = useStores().data;
  const [local, setLocal] = useState(chosenStore.get);
  const hasVisit = session?.web_session_id != null;
  const visitStore = session?.store_id;
  const choose = useCallback<Choose>(
    async storeId => {
      if (hasVisit && visitStore !== storeId) {
        const body = { store_id: storeId };
        const moved = await answer(api.POST('/web-commerce/session/store/', { body }));
        if (moved.cart_token !== null) cartToken.set(moved.cart_token);
        await renewSession(queries, api);
      }
      chosenStore.set(storeId);
      setLocal(storeId);
    },
    [api, queries, hasVisit, visitStore],
  );
  const wanted = visitStore ?? local;
  const shop = useMemo(() => {
    if (stores === undefined || session === undefined) return undefined;
    const only = stores.length === 1 ? stores[0] : undefined;
    const store = stores.find(({ id }) => id === wanted) ?? only;
    return store && { store, stores, choose };
  }, [stores, session, wanted, choose]);
  const place = shop && { currency: shop.store.currency, timeZone: shop.store.time_zone };
  return (
    <ChooseContext value={choose}>
      <ShopContext value={shop}>
        {place === undefined ? children : <PlaceProvider place={place}>{children}</PlaceProvider>}
      </ShopContext>
    </ChooseContext>
  );
}

/** A page about one store; who has chosen none is asked first. */
export function NeedsStore({ children }: { children: ReactNode }): ReactNode {
  const choose = useContext(ChooseContext);
  const stores = useStores();
  const session = useSession();
  if (useMaybeShop() !== undefined) return children;
  const failed = [stores, session].find(query => query.isError);
  if (failed) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />;
  if (stores.data === undefined || session.data === undefined) return <Loading />;
  return <StoreChoice stores={stores.data} onChoose={choose} />;
}
