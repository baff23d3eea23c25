import type { LiveData } from './events.js';

/** The names of the live events that this client knows; a newer service may send others. */
export type LiveEventName = keyof LiveData;

/** A live event of a store as the socket sends it; see docs/events.md. */
export type LiveEvent<Name extends string = string> = {
  type: 'event';
  id: string;
  seq: number;
  event: Name;
  store_id: string;
  terminal_id: string | null;
  occurred_at: string;
  data: Name extends LiveEventName ? LiveData[Name] : Record<string, unknown>;
};

/** Narrows an event, so that its data is typed: `if (isLiveEvent(event, 'shift.closed')) …`. */
export const isLiveEvent = <Name extends LiveEventName>(
  event: LiveEvent,
  ...names: Name[]
): event is LiveEvent<Name> => (names as string[]).includes(event.event);

export type LiveState =
  | 'connecting'
  | 'open'
  /** Lost; it is tried again by itself. */
  | 'waiting'
  /** The login is over (4401): log in or refresh, then open anew. */
  | 'signed-out'
  /** Not for this login (4403), or too many sockets of it (4429). */
  | 'refused'
  /** Another login took the till (4409). */
  | 'replaced'
  | 'closed';

export type LiveOptions = {
  /** `/ws/pos-gateway/terminal/T-001/` or `/ws/pos-gateway/manager/<store>/`. */
  path: string;
  baseUrl?: string;
  token: () => string | undefined;
  onEvent: (event: LiveEvent) => void;
  /** What was missed is not kept any longer: load the state anew. Also after the first hello. */
  onReset?: () => void;
  /** Open again after a lost connection: missed events follow, but `onCatalogue` may have been missed. */
  onResume?: () => void;
  /** The catalogue of a till has this version now: `GET /pos/catalog/?since=` has the changes. */
  onCatalogue?: (version: string) => void;
  onState?: (state: LiveState) => void;
  /** Called once after 4401; true when a fresh token is there and connecting is worth a try. */
  renew?: () => Promise<boolean>;
  /** Node.js 20 has none of its own; pass that of the `ws` package there. */
  webSocket?: typeof WebSocket;
};

export type Live = { close(): void; readonly state: LiveState };

type Frame =
  | LiveEvent
  | { type: 'hello' | 'reset'; store_id: string; last_seq: number }
  | { type: 'catalog'; version: string }
  | { type: 'pong' | 'error' };

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
/** Codes of the service after which connecting again by itself would be wrong. */
const FINAL: Record<number, LiveState> = { 4403: 'refused', 4409: 'replaced', 4429: 'refused' };
const NOT_LOGGED_IN = 4401;

type Listen = (event: 'online', listener: () => void) => void;
/** Browsers tell when the network is back; Node.js does not. */
const page = globalThis as { addEventListener?: Listen; removeEventListener?: Listen };

/** Listens to a store. After a lost connection it goes on where it left off, each event once. */
export function openLive(options: LiveOptions): Live {
  let state: LiveState = 'connecting';
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastSeq: number | undefined;
  let failures = 0;
  let renewed = false;

  const become = (next: LiveState): void => {
    if (state === next) return;
    state = next;
    options.onState?.(next);
  };

  const read = (frame: Frame): void => {
    if (frame.type === 'hello') {
      failures = 0;
      renewed = false;
      // The address asked to resume; without a number to resume from, the state is loaded anew.
      if (lastSeq === undefined) {
        lastSeq = frame.last_seq;
        options.onReset?.();
      } else {
        options.onResume?.();
      }
      become('open');
    } else if (frame.type === 'reset') {
      lastSeq = frame.last_seq;
      options.onReset?.();
    } else if (frame.type === 'catalog') {
      options.onCatalogue?.(frame.version);
    } else if (frame.type === 'event' && frame.seq > (lastSeq ?? 0)) {
      lastSeq = frame.seq;
      options.onEvent(frame);
    }
  };

  const later = (): void => {
    become('waiting');
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
    failures += 1;
    // Spread out, so that a restarted service does not meet all its tills in one instant.
    timer = setTimeout(connect, wait * (0.5 + Math.random() / 2));
  };

  const closed = async (code: number): Promise<void> => {
    socket = undefined;
    if (state === 'closed') return;
    const final = FINAL[code];
    if (final !== undefined) return become(final);
    if (code !== NOT_LOGGED_IN) return later();
    if (!renewed && options.renew !== undefined) {
      renewed = true;
      if (await options.renew().catch(() => false)) return later();
    }
    become('signed-out');
  };

  function connect(): void {
    const token = options.token();
    if (token === undefined) {
      become('signed-out');
      return;
    }
    const address = new URL(options.path, socketBase(options.baseUrl));
    address.searchParams.set('token', token);
    if (lastSeq !== undefined) address.searchParams.set('after_seq', String(lastSeq));
    const opened = new (options.webSocket ?? WebSocket)(address);
    socket = opened;
    opened.onmessage = message => read(JSON.parse(String(message.data)) as Frame);
    opened.onclose = event => void closed(event.code);
  }

  /** The network is back: no need to wait out the pause. */
  const wake = (): void => {
    if (state !== 'waiting') return;
    clearTimeout(timer);
    connect();
  };
  page.addEventListener?.('online', wake);
  connect();

  return {
    get state() {
      return state;
    },
    close: () => {
      page.removeEventListener?.('online', wake);
      clearTimeout(timer);
      become('closed');
      socket?.close();
    },
  };
}

function socketBase(baseUrl: string | undefined): string {
  const { location } = globalThis as { location?: { origin?: string } };
  return (baseUrl ?? location?.origin ?? 'http://127.0.0.1:8080').replace(/^http/, 'ws');
}
