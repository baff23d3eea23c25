import { LRUCache } from 'lru-cache';
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.js';
import { addGauge } from '../../platform/metrics.js';
import type { Platform } from '../../platform/platform.js';
import { Semaphore } from '../../platform/semaphore.js';
import { lastSeqs } from '../../platform/work/events/repository.js';
import { EVENTS_CHANNEL, type EventsMessage } from '../../platform/work/events/sequencer.js';
import { type EndReason, SESSIONS_CHANNEL, type SessionsMessage } from '../people/index.js';
import { admitAgain, type Guest } from './admit.js';
import {
  type Closing,
  GOING_AWAY,
  NOT_LOGGED_IN,
  REPLACED,
  TOO_MANY_SOCKETS,
  TRY_AGAIN,
} from './closings.js';
import type { Connection } from './connection.js';
import { Feed } from './feed.js';
import { NOT_UNDERSTOOD, PONG, readMessage } from './messages.js';

const BEAT_MS = 25 * SECOND_MS;
/** Finds what a node numbered that died before it could tell. */
const POLL_MS = 2 * SECOND_MS;
const ADMIT_AGAIN_MS = MINUTE_MS;
const FORGET_MS = MINUTE_MS;
const MAX_SOCKETS_PER_SESSION = 5;
/** Replays share so many database connections, so that tills never wait for them. */
const READERS = 4;
/** How long a stop waits for clients to answer the close. */
const STOP_MS = SECOND_MS;

const hubs = new WeakMap<Platform, Hub>();

/** The hub of this node: routes bring it sockets, the bus brings it facts. */
export function hubOf(platform: Platform): Hub {
  const hub = hubs.get(platform) ?? new Hub(platform);
  hubs.set(platform, hub);
  return hub;
}

export async function startHub(platform: Platform): Promise<() => Promise<void>> {
  const hub = hubOf(platform);
  addGauge(platform.metrics, 'tillhouse_sockets', 'Open sockets of this node.', 'store', () =>
    hub.socketsByStore(),
  );
  await hub.start();
  return () => hub.stop();
}

export class Hub {
  private readonly guests = new Map<Connection, Guest>();
  private readonly feeds = new Map<string, Feed>();
  private readonly sessions = new Map<string, Set<Connection>>();
  /** A login may end while its socket is being admitted. */
  private readonly ended = new LRUCache<string, Closing>({ max: 10_000, ttl: MINUTE_MS });
  private readonly readers = new Semaphore({ permits: READERS });
  private readonly stops: (() => unknown)[] = [];
  private stopping = false;

  constructor(private readonly platform: Platform) {}

  async start(): Promise<void> {
    const { bus } = this.platform;
    this.stops.push(
      await bus.subscribe(
        EVENTS_CHANNEL,
        message => this.onEvents(message as EventsMessage),
        () => void this.poll(),
      ),
      await bus.subscribe(
        SESSIONS_CHANNEL,
        message => this.onSessions(message as SessionsMessage),
        () => void this.admitAllAgain(() => true),
      ),
    );
    this.every(POLL_MS, () => this.poll());
    this.every(BEAT_MS, () => this.beat());
    this.every(ADMIT_AGAIN_MS, () => this.admitAllAgain(() => true));
    this.every(FORGET_MS, () => {
      for (const feed of this.feeds.values()) feed.forgetOld();
    });
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.stops.splice(0).map(stop => stop()));
    const connections = [...this.guests.keys()];
    const closed = connections.map(
      connection => new Promise<void>(resolve => connection.onClosed(() => resolve())),
    );
    for (const connection of connections) connection.close(GOING_AWAY);
    const late = setTimeout(() => {
      for (const connection of connections) connection.terminate();
    }, STOP_MS);
    await Promise.all(closed);
    clearTimeout(late);
  }

  socketsByStore(): Record<string, number> {
    return Object.fromEntries(
      [...this.feeds].map(([storeId, feed]) => [storeId, feed.connections.size]),
    );
  }

  async join(connection: Connection, guest: Guest, afterSeq: number | undefined): Promise<void> {
    const refusal = this.stopping ? GOING_AWAY : this.ended.get(guest.sessionId);
    if (refusal) connection.close(refusal);
    if (!connection.isOpen) return;
    connection.onClosed(() => this.leave(connection, guest));
    this.guests.set(connection, guest);
    this.countSocket(connection, guest.sessionId);
    const feed = this.feedOf(guest.storeId);
    await feed.join(connection, afterSeq);
    connection.listen(text => this.onMessage(connection, feed, text));
  }

  private leave(connection: Connection, { sessionId, storeId }: Guest): void {
    this.guests.delete(connection);
    const siblings = this.sessions.get(sessionId);
    siblings?.delete(connection);
    if (siblings?.size === 0) this.sessions.delete(sessionId);
    const feed = this.feeds.get(storeId);
    feed?.connections.delete(connection);
    if (feed?.connections.size === 0) this.feeds.delete(storeId);
  }

  /** The oldest goes: a client that lost its network has just come back with a new one. */
  private countSocket(connection: Connection, sessionId: string): void {
    const siblings = this.sessions.get(sessionId) ?? new Set();
    this.sessions.set(sessionId, siblings.add(connection));
    if (siblings.size <= MAX_SOCKETS_PER_SESSION) return;
    const [oldest] = siblings;
    if (oldest === undefined) return;
    siblings.delete(oldest);
    oldest.close(TOO_MANY_SOCKETS);
  }

  private feedOf(storeId: string): Feed {
    const feed = this.feeds.get(storeId) ?? new Feed(this.platform, storeId, this.readers);
    this.feeds.set(storeId, feed);
    return feed;
  }

  private onMessage(connection: Connection, feed: Feed, text: string): void {
    const message = readMessage(text);
    if (message === undefined) connection.send(NOT_UNDERSTOOD);
    else if (message.type === 'ping') connection.send(PONG);
    else {
      feed.resume(connection, message.afterSeq).catch((error: unknown) => {
        this.platform.log.warn({ err: error }, 'a client could not resume');
        connection.close(TRY_AGAIN);
      });
    }
  }

  private onEvents({ events }: EventsMessage): void {
    const byStore = new Map<string, EventsMessage['events']>();
    for (const event of events) {
      const mine = byStore.get(event.streamId);
      if (mine) mine.push(event);
      else if (this.feeds.has(event.streamId)) byStore.set(event.streamId, [event]);
    }
    for (const [storeId, mine] of byStore) this.feeds.get(storeId)?.offer(mine);
  }

  private onSessions({ ended, reason, changedUsers }: SessionsMessage): void {
    const closing = closingFor(reason);
    for (const sessionId of ended) {
      this.ended.set(sessionId, closing);
      for (const connection of this.sessions.get(sessionId) ?? []) connection.close(closing);
    }
    const changed = new Set(changedUsers);
    if (changed.size > 0) void this.admitAllAgain(({ userId }) => changed.has(userId));
  }

  private async admitAllAgain(concerns: (guest: Guest) => boolean): Promise<void> {
    for (const [connection, guest] of [...this.guests]) {
      if (!concerns(guest) || !connection.isOpen) continue;
      try {
        const refusal = await admitAgain(this.platform, guest);
        if (refusal) connection.close(refusal);
      } catch (error) {
        this.platform.log.warn({ err: error }, 'logins of sockets are checked again in a minute');
        return;
      }
    }
  }

  private async poll(): Promise<void> {
    if (this.feeds.size === 0) return;
    try {
      const seqs = await lastSeqs(this.platform.db, [...this.feeds.keys()]);
      for (const [storeId, seq] of seqs) this.feeds.get(storeId)?.notice(seq);
    } catch (error) {
      this.platform.log.warn({ err: error }, 'live events could not be looked for; tried again');
    }
  }

  private beat(): void {
    for (const connection of this.guests.keys()) connection.beat();
  }

  private every(ms: number, work: () => unknown): void {
    const timer = setInterval(work, ms);
    this.stops.push(() => clearInterval(timer));
  }
}

const closingFor = (reason: EndReason): Closing =>
  reason === 'replaced' ? REPLACED : NOT_LOGGED_IN;
