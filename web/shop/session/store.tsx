import { useQuery, useQueryClient } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Failed, Loading } from '../../shared/components/states.js';
import { PlaceProvider } from '../../shared/i18n/format.js';
import { cartToken, chosenStore } from '../storage.js';
import type { Store } from '../types.js';
import { StoreChoice } from './store-choice.js';
import { renewSession, useSession } from './use-session.js';

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
    queryKey: ['stores'],
    queryFn: () => answer(api.GET('/web-commerce/stores/')),
    staleTime: 10 * 60_000,
  });
}

const ChooseContext = createContext<Choose>(async () => undefined);

/** Provides the session's store, else the one stored on this device, else the only one. */
export function StoreScope({ children }: { children: ReactNode }): ReactNode {
  const api = useApi();
  const queries = useQueryClient();
  const session = useSession().data;
  const stores = useStores().data;
  const [local, setLocal] = useState(chosenStore.get);
  const hasSession = session?.web_session_id != null;
  const sessionStore = session?.store_id;
  const choose = useCallback<Choose>(
    async storeId => {
      if (hasSession && sessionStore !== storeId) {
        const body = { store_id: storeId };
        const moved = await answer(api.POST('/web-commerce/session/store/', { body }));
        if (moved.cart_token !== null) cartToken.set(moved.cart_token);
        await renewSession(queries, api);
      }
      chosenStore.set(storeId);
      setLocal(storeId);
    },
    [api, queries, hasSession, sessionStore],
  );
  const wanted = sessionStore ?? local;
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

/** Asks for a store before showing the page if none is selected. */
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
