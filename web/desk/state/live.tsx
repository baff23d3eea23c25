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
  /** Some of the stores on screen are not listened to. */
  isPartial: boolean;
  subscribe(listener: Listener): () => void;
};

const Context = createContext<Feed | undefined>(undefined);
/** A login may hold five sockets, and a manager may have a second window. */
const MOST_STORES = 2;
const GATHER_MS = 250;
export const POLL_MS = 15_000;

/** Which answers an event makes old. */
const OUTDATES: [start: string, keys: QueryKey[]][] = [
  ['transaction.', [['transactions'], ['sale'], ['fulfillments']]],
  ['return.', [['returns'], ['sale']]],
  ['inventory.', [['levels'], ['movements']]],
  ['approval.', [['approvals']]],
  ['shift.', [['shifts']]],
];

/** Worst first: what is wrong with one store is said for all. */
const ORDER: LiveState[] = ['signed-out', 'refused', 'replaced', 'waiting', 'connecting', 'open'];

/** Listens to the chosen store, or to the first few, and keeps what is on screen current. */
export function LiveProvider({ children }: { children: ReactNode }): ReactNode {
  const { store, stores } = useDesk();
  const heard = store === undefined ? stores.slice(0, MOST_STORES) : [store];
  const [states, setStates] = useState<Record<string, LiveState>>({});
  const listeners = useRef(new Set<Listener>());
  const outdate = useOutdate();
  const onState = useCallback(
    (id: string, state: LiveState) => setStates(known => ({ ...known, [id]: state })),
    [],
  );
  const onEvent = (event: LiveEvent): void => {
    for (const [start, keys] of OUTDATES) if (event.event.startsWith(start)) outdate(keys);
    for (const listener of listeners.current) listener(event);
  };
  const state =
    ORDER.find(one => heard.some(({ id }) => (states[id] ?? 'connecting') === one)) ?? 'connecting';
  const isPartial = store === undefined && heard.length < stores.length;
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
      {heard.map(one => (
        <Ear key={one.id} store={one} onEvent={onEvent} onState={onState} />
      ))}
      {children}
    </Context>
  );
}

function Ear(props: {
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

/** Who is logged in and which stores there are does not change with a lost connection. */
const isOfStore = ({ queryKey }: { queryKey: QueryKey }): boolean => queryKey[0] !== 'desk';

/** Many events in one moment, as a busy shop sends them, load an answer once. */
function useOutdate(): (keys: QueryKey[]) => void {
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
    }, GATHER_MS);
  };
}

function useFeed(): Feed {
  const feed = useContext(Context);
  if (feed === undefined) throw new Error('live events are used outside of their provider');
  return feed;
}

export const useLiveState = (): LiveState => useFeed().state;

/** How often to ask while nobody tells us. */
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
