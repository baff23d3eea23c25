import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { LiveEvent, LiveState } from '@tillhouse/client';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLive } from '../../shared/api/index.js';
import type { Store } from '../types.js';
import { useDesk } from './desk.js';

type Listener = (event: LiveEvent) => void;
type Feed = {
  state: LiveState;
  /** True while some stores on screen have no socket. */
  isPartial: boolean;
  subscribe(listener: Listener): () => void;
};

const Context = createContext<Feed | undefined>(undefined);
/** A login may open five sockets; two leave room for a second window. */
const MAX_STORES = 2;
const COALESCE_MS = 250;
export const POLL_MS = 15_000;

/** Queries to reload per event type. */
const INVALIDATES: [start: string, keys: QueryKey[]][] = [
  ['transaction.', [['transactions'], ['sale'], ['fulfillments'], ['store-day']]],
  ['return.', [['returns'], ['sale'], ['store-day']]],
  ['inventory.', [['levels'], ['movements']]],
  ['approval.', [['approvals']]],
  ['shift.', [['shifts']]],
  ['refund.', [['sale'], ['tasks'], ['shifts'], ['store-day']]],
];

/** Worst state first: the worst socket sets the state shown. */
const WORST_FIRST: LiveState[] = [
  'signed-out',
  'refused',
  'replaced',
  'waiting',
  'connecting',
  'open',
];

/** Opens sockets for the selected store, or the first two, and reloads outdated queries. */
export function LiveProvider({ children }: { children: ReactNode }): ReactNode {
  const { store, stores } = useDesk();
  const followed = store === undefined ? stores.slice(0, MAX_STORES) : [store];
  const [states, setStates] = useState<Record<string, LiveState>>({});
  const listeners = useRef(new Set<Listener>());
  const invalidate = useInvalidate();
  const onState = useCallback(
    (id: string, state: LiveState) => setStates(known => ({ ...known, [id]: state })),
    [],
  );
  const onEvent = (event: LiveEvent): void => {
    for (const [start, keys] of INVALIDATES) if (event.event.startsWith(start)) invalidate(keys);
    for (const listener of listeners.current) listener(event);
  };
  const state =
    WORST_FIRST.find(one => followed.some(({ id }) => (states[id] ?? 'connecting') === one)) ??
    'connecting';
  const isPartial = store === undefined && followed.length < stores.length;
  const feed = useMemo<Feed>(
    () => ({
      state,
      isPartial,
      subscribe: listener => {
        listeners.current.add(listener);
        return () => void listeners.current.delete(listener);
      },
    }),
    [state, isPartial],
  );
  return (
    <Context value={feed}>
      {followed.map(one => (
        <StoreSocket key={one.id} store={one} onEvent={onEvent} onState={onState} />
      ))}
      {children}
    </Context>
  );
}

function StoreSocket(props: {
  store: Store;
  onEvent: Listener;
  onState: (id: string, state: LiveState) => void;
}): ReactNode {
  const { store, onEvent, onState } = props;
  const queries = useQueryClient();
  const state = useLive(`/ws/pos-gateway/manager/${store.id}/`, {
    onEvent,
    onReset: () => void queries.invalidateQueries({ predicate: isOfStore }),
  });
  useEffect(() => onState(store.id, state), [onState, store.id, state]);
  return null;
}

/** Everything except the login and the store list is reloaded after missed events. */
const isOfStore = ({ queryKey }: { queryKey: QueryKey }): boolean => queryKey[0] !== 'desk';

/** Coalesces events for 250 ms, so that a burst reloads each query once. */
function useInvalidate(): (keys: QueryKey[]) => void {
  const queries = useQueryClient();
  const waiting = useRef(new Map<string, QueryKey>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return keys => {
    for (const key of keys) waiting.current.set(String(key[0]), key);
    if (timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      for (const queryKey of waiting.current.values()) void queries.invalidateQueries({ queryKey });
      waiting.current.clear();
    }, COALESCE_MS);
  };
}

function useFeed(): Feed {
  const feed = useContext(Context);
  if (feed === undefined) throw new Error('live events are used outside of their provider');
  return feed;
}

export const useLiveState = (): LiveState => useFeed().state;

/** Polling interval while live events are incomplete. */
export function usePolling(): number | false {
  const { state, isPartial } = useFeed();
  return state === 'open' && !isPartial ? false : POLL_MS;
}

export function useStoreEvents(listener: Listener): void {
  const { subscribe } = useFeed();
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => subscribe(event => latest.current(event)), [subscribe]);
}
