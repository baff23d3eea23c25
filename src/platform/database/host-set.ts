import pg from 'pg';
import {
  type DatabaseUrl,
  type Host,
  parseDatabaseUrl,
  type SessionAttrs,
} from './database-url.js';
import type { HostClient } from './host-client.js';

/** A host that does not answer within this time counts as down. */
const PROBE_TIMEOUT_MS = 2_000;
/** How often the host in use is checked, so that a silent one is left after seconds. */
const WATCH_EVERY_MS = 2_000;

/** `timeline` rises with each promotion; a standby has none of its own. */
export type SessionState = { isStandby: boolean; isReadOnly: boolean; timeline?: number };

/** The first eight digits of the name of a WAL file are its timeline. */
export const STATE_QUERY = `select pg_is_in_recovery() as is_standby,
  current_setting('transaction_read_only') = 'on' as is_read_only,
  case when not pg_is_in_recovery()
    then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

type StateRow = { is_standby: boolean; is_read_only: boolean; timeline: string | null };
export const stateOf = (row: StateRow | undefined): SessionState => ({
  isStandby: row?.is_standby ?? true,
  isReadOnly: row?.is_read_only ?? true,
  ...(row?.timeline && { timeline: Number.parseInt(row.timeline, 16) }),
});

/** `code` is that of a write in a read-only transaction: the caller gets 503 and tries again. */
export class NoSuitableHost extends Error {
  readonly code = '25006';
}

function accepts(attrs: SessionAttrs, { isStandby, isReadOnly }: SessionState): boolean {
  if (attrs === 'read-write') return !isReadOnly;
  if (attrs === 'read-only') return isReadOnly;
  if (attrs === 'primary') return !isStandby;
  if (attrs === 'standby') return isStandby;
  return true;
}

/**
 * The hosts of one database, of which one takes the sessions. When that changes, the connections to
 * the other hosts are dropped, so that nothing waits for a silent host or writes to a demoted one.
 */
export class HostSet {
  readonly #clients = new Map<HostClient, Host>();
  #current: Host | undefined;
  #searching: Promise<Host> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** The highest timeline of any host so far. */
  #timeline = 0;

  constructor(private readonly target: DatabaseUrl) {}

  /** The host to connect to. Callers that ask together share one search. */
  async find(): Promise<Host> {
    if (this.#current !== undefined) return this.#current;
    this.#searching ??= this.#search().finally(() => {
      this.#searching = undefined;
    });
    return this.#searching;
  }

  /** Called for a host that could not be connected to: the next `find` searches. */
  forget(host: Host): void {
    if (this.#current === host) this.#current = undefined;
  }

  hasMovedFrom(host: Host): boolean {
    return this.#current !== undefined && this.#current !== host;
  }

  accepts(state: SessionState): boolean {
    return this.#isCurrent(state) && accepts(this.target.attrs, state);
  }

  /**
   * A primary that was frozen while another one was promoted wakes up with outdated data, and serves
   * them until it is demoted. Its timeline is the lower one.
   */
  #isCurrent({ timeline }: SessionState): boolean {
    if (timeline === undefined) return true;
    this.#timeline = Math.max(this.#timeline, timeline);
    return timeline === this.#timeline;
  }

  add(client: HostClient, host: Host): void {
    this.#clients.set(client, host);
    client.once('end', () => this.#clients.delete(client));
    this.#timer ??= setTimeout(() => void this.#watch(), WATCH_EVERY_MS).unref();
  }

  async #search(): Promise<Host> {
    const { hosts, attrs } = this.target;
    const states = hosts.map(host => this.#probe(host));
    const first = (wanted: SessionAttrs): Promise<Host> =>
      Promise.any(
        states.map(async (state, at) => {
          const found = await state;
          if (this.#isCurrent(found) && accepts(wanted, found)) return hosts[at] as Host;
          throw new Error('of the wrong kind');
        }),
      );
    try {
      const found = await (attrs === 'prefer-standby'
        ? first('standby').catch(() => first('any'))
        : first(attrs));
      this.#moveTo(found);
      return found;
    } catch {
      throw new NoSuitableHost(`no host of the database accepts ${attrs} sessions`);
    }
  }

  #moveTo(host: Host): void {
    this.#current = host;
    for (const [client, at] of this.#clients) if (at !== host) client.drop();
  }

  async #probe(host: Host): Promise<SessionState> {
    const client = new pg.Client({
      connectionString: this.target.url,
      application_name: 'tillhouse-probe',
      connectionTimeoutMillis: PROBE_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
    });
    Object.assign(client, host);
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<StateRow>(STATE_QUERY);
      return stateOf(rows[0]);
    } finally {
      void client.end().catch(() => undefined);
    }
  }

  async #watch(): Promise<void> {
    const host = this.#current;
    const isGood =
      host !== undefined &&
      (await this.#probe(host).then(
        state => this.accepts(state),
        () => false,
      ));
    if (!isGood) {
      if (host !== undefined) this.forget(host);
      await this.find().catch(() => undefined);
    }
    this.#timer =
      this.#clients.size === 0
        ? undefined
        : setTimeout(() => void this.#watch(), WATCH_EVERY_MS).unref();
  }
}

const sets = new Map<string, HostSet>();

/** Where a client connects to; all clients of one URL share what is known about its hosts. */
export function clientTarget(
  url: string,
  listAttrs?: SessionAttrs,
): { connectionString: string; hosts?: HostSet } {
  const target = parseDatabaseUrl(url, listAttrs);
  if (target.hosts.length === 0) return { connectionString: url };
  const key = `${target.attrs} ${url}`;
  const hosts = sets.get(key) ?? new HostSet(target);
  sets.set(key, hosts);
  return { connectionString: target.url, hosts };
}
