import { useQuery } from '@tanstack/react-query';
import { all, answer } from '@tillhouse/client';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Show } from '../../shared/components/states.js';
import { PlaceProvider } from '../../shared/i18n/format.js';
import type { Me, Store } from '../types.js';
import { noteStore } from './recent-stores.js';

export type DeskState = {
  me: Me;
  stores: Store[];
  /** The selected store; undefined means all stores. */
  store: Store | undefined;
  choose(code: string | undefined): void;
  storeOf(id: string): Store | undefined;
  may(permission: string): boolean;
};

const Context = createContext<DeskState | undefined>(undefined);
const STORAGE_KEY = 'tillhouse.desk.store';
const ALL = '*';

/** Provides the signed-in user, their stores and the selected store. */
export function DeskProvider({ children }: { children: ReactNode }): ReactNode {
  const api = useApi();
  const query = useQuery({
    queryKey: ['desk'],
    queryFn: async () => {
      const [me, stores] = await Promise.all([
        answer(api.GET('/auth/me/')),
        all(cursor => api.GET('/stores/', { params: { query: { cursor, limit: 200 } } })),
      ]);
      return { me, stores: stores.filter(store => store.is_active) };
    },
    staleTime: 300_000,
  });
  return (
    <Show query={query}>
      {({ me, stores }) => (
        <StoreSelection me={me} stores={stores}>
          {children}
        </StoreSelection>
      )}
    </Show>
  );
}

function StoreSelection(props: { me: Me; stores: Store[]; children: ReactNode }): ReactNode {
  const { me, stores, children } = props;
  const [code, setCode] = useState(() => localStorage.getItem(STORAGE_KEY) ?? undefined);
  const value = useMemo<DeskState>(() => {
    const store = stores.find(one => one.code === code);
    return {
      me,
      stores,
      store: store ?? (code === ALL ? undefined : stores[0]),
      choose: next => {
        // A closed store cannot be selected; another one would be shown in its place.
        if (next !== undefined && !stores.some(one => one.code === next)) return;
        localStorage.setItem(STORAGE_KEY, next ?? ALL);
        if (next !== undefined) noteStore(next);
        setCode(next ?? ALL);
      },
      storeOf: id => stores.find(one => one.id === id),
      may: permission => me.permissions.includes(permission),
    };
  }, [me, stores, code]);
  const place = {
    currency: value.store?.currency ?? stores[0]?.currency ?? 'USD',
    // With several stores selected, times are shown in the browser's time zone.
    timeZone: value.store?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  return (
    <Context value={value}>
      <PlaceProvider place={place}>{children}</PlaceProvider>
    </Context>
  );
}

export function useDesk(): DeskState {
  const desk = useContext(Context);
  if (desk === undefined) throw new Error('the desk is used outside of its provider');
  return desk;
}
