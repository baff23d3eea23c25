import { LRUCache } from 'lru-cache';
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.js';
import { addGauge } from '../../platform/metrics.js';
import type { Platform } from '../../platform/platform.js';
import { Semaphore } from '../../platform/semaphore.js';
import { lastSeqs } from '../../platform/work/events/repository.js';
import { EVENTS_CHANNEL, type EventsMessage } from '../../platform/work/events/sequencer.js';
import type { Place } from '../hardware/index.js';
import { type EndReason, SESSIONS_CHANNEL, type SessionsMessage } from '../people/index.js';
import { presentVersion } from '../pos/index.js';
import { type Client, recheck } from './admit.js';
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
import { LostTills } from './lost-tills.js';
import { catalogChanged, INVALID_MESSAGE, PONG, readMessage } from './messages.js';

const PING_MS = 25 * SECOND_MS;
/** Finds events whose node crashed after numbering and before publishing them. */
const POLL_MS = 2 * SECOND_MS;
const RECHECK_MS = MINUTE_MS;
const EVICT_MS = MINUTE_MS;
const MAX_SOCKETS_PER_SESSION = 5;
/** Limits concurrent replays, so that tills do not wait for database connections. */
const READERS = 4;
/** Time for clients to answer the close during shutdown. */
const STOP_MS = SECOND_MS;

const hubs = new WeakMap<Platform, Hub>();

/** The hub of this node, which connects sockets with the feeds of their stores. */
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
  private readonly clients = new Map<Connection, Client>();
  private readonly feeds = new Map<string, Feed>();
  private readonly sessions = new Map<string, Set<Connection>>();
  /** Recently ended sessions, because a login may end while its socket is being admitted. */
  private readonly ended = new LRUCache<string, Closing>({ max: 10_000, ttl: MINUTE_MS });
  private readonly readers = new Semaphore({ permits: READERS });
  private readonly stops: (() => unknown)[] = [];
  private readonly lostTills: LostTills;
  private stopping = false;
  private catalogVersion: string | undefined;

  constructor(private readonly platform: Platform) {
    this.lostTills = new LostTills(platform);
  }

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
        () => void this.recheckAll(() => true),
      ),
      ...(await this.lostTills.start()),
    );
    this.every(POLL_MS, () => this.poll());
    this.every(PING_MS, () => this.ping());
    this.every(RECHECK_MS, () => this.recheckAll(() => true));
    this.every(EVICT_MS, () => {
      for (const feed of this.feeds.values()) feed.evictOld();
    });
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.stops.splice(0).map(stop => stop()));
    const connections = [...this.clients.keys()];
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

  async join(connection: Connection, client: Client, afterSeq: number | undefined): Promise<void> {
    const refusal = this.stopping ? GOING_AWAY : this.ended.get(client.sessionId);
    if (refusal) connection.close(refusal);
    if (!connection.isOpen) return;
    connection.onClosed(() => this.leave(connection, client));
    this.clients.set(connection, client);
    this.countSocket(connection, client.sessionId);
    const place = placeOf(client);
    if (place !== undefined) this.lostTills.opened(place);
    const feed = this.feedOf(client.storeId);
    await feed.join(connection, afterSeq);
    connection.listen(text => this.onMessage(connection, feed, text));
  }

  private leave(connection: Connection, client: Client): void {
    const { sessionId, storeId } = client;
    this.clients.delete(connection);
    const siblings = this.sessions.get(sessionId);
    siblings?.delete(connection);
    if (siblings?.size === 0) this.sessions.delete(sessionId);
    const feed = this.feeds.get(storeId);
    feed?.connections.delete(connection);
    if (feed?.connections.size === 0) this.feeds.delete(storeId);
    const place = placeOf(client);
    if (place !== undefined && !this.stopping) this.lostTills.closed(place);
  }

  /** Closes the oldest socket over the limit, probably left from a lost connection. */
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
    if (message === undefined) connection.send(INVALID_MESSAGE);
    else if (message.type === 'ping') connection.send(PONG);
    else {
      feed.resume(connection, message.afterSeq).catch((error: unknown) => {
        this.platform.log.warn({ err: error }, 'resuming a client failed');
        connection.close(TRY_AGAIN);
      });
    }
  }

  private onEvents({ events }: EventsMessage): void {
    const byStore = new Map<string, EventsMessage['events']>();
    for (const event of events) {
      const ofStore = byStore.get(event.streamId);
      if (ofStore) ofStore.push(event);
      else if (this.feeds.has(event.streamId)) byStore.set(event.streamId, [event]);
    }
    for (const [storeId, ofStore] of byStore) this.feeds.get(storeId)?.onEvents(ofStore);
  }

  private onSessions({ ended, reason, changedUsers }: SessionsMessage): void {
    const closing = closingFor(reason);
    for (const sessionId of ended) {
      this.ended.set(sessionId, closing);
      for (const connection of this.sessions.get(sessionId) ?? []) connection.close(closing);
    }
    const changed = new Set(changedUsers);
    if (changed.size > 0) void this.recheckAll(({ userId }) => changed.has(userId));
  }

  private async recheckAll(concerns: (client: Client) => boolean): Promise<void> {
    for (const [connection, client] of [...this.clients]) {
      if (!concerns(client) || !connection.isOpen) continue;
      try {
        const refusal = await recheck(this.platform, client);
        if (refusal) connection.close(refusal);
      } catch (error) {
        this.platform.log.warn(
          { err: error },
          'checking the logins of sockets failed; will retry in a minute',
        );
        return;
      }
    }
  }

  private async poll(): Promise<void> {
    if (this.feeds.size === 0) return;
    try {
      const seqs = await lastSeqs(this.platform.db, [...this.feeds.keys()]);
      for (const [storeId, seq] of seqs) this.feeds.get(storeId)?.onSeq(seq);
      this.onCatalog(await presentVersion(this.platform));
    } catch (error) {
      this.platform.log.warn({ err: error }, 'polling for live events failed; will retry');
    }
  }

  /** Notifies the tills that articles, prices, promotions or rates have changed. */
  private onCatalog(version: string): void {
    if (this.catalogVersion === version) return;
    this.catalogVersion = version;
    const message = catalogChanged(version);
    for (const [connection, { topic }] of this.clients) {
      if (topic.kind === 'terminal') connection.send(message);
    }
  }

  private ping(): void {
    for (const connection of this.clients.keys()) connection.ping();
  }

  private every(ms: number, work: () => unknown): void {
    const timer = setInterval(work, ms);
    this.stops.push(() => clearInterval(timer));
  }
}

/** The till of a socket; managers have none. */
const placeOf = ({ storeId, topic }: Client): Place | undefined =>
  topic.kind === 'terminal' ? { storeId, terminalId: topic.terminalId } : undefined;

const closingFor = (reason: EndReason): Closing =>
  reason === 'replaced' ? REPLACED : NOT_LOGGED_IN;
