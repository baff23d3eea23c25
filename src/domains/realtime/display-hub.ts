import type { FastifyRequest } from 'fastify';
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.js';
import type { Platform } from '../../platform/platform.js';
import {
  DISPLAYS_CHANNEL,
  type Display,
  type DisplaysMessage,
  findDisplay,
  shownAt,
} from '../hardware/index.js';
import { hasOwnOrigin } from './admit.js';
import {
  GOING_AWAY,
  NOT_ALLOWED,
  NOT_LOGGED_IN,
  TOO_MANY_SOCKETS,
  TOO_SLOW,
  TRY_AGAIN,
} from './closings.js';
import type { Connection } from './connection.js';
import { INVALID_MESSAGE, PONG, readMessage } from './messages.js';
import { tokenOf } from './rules.js';

const PING_MS = 25 * SECOND_MS;
const RECHECK_MS = MINUTE_MS;
const MAX_SOCKETS_PER_DISPLAY = 3;

const hubs = new WeakMap<Platform, DisplayHub>();

export function displayHubOf(platform: Platform): DisplayHub {
  const hub = hubs.get(platform) ?? new DisplayHub(platform);
  hubs.set(platform, hub);
  return hub;
}

export async function startDisplayHub(platform: Platform): Promise<() => Promise<void>> {
  const hub = displayHubOf(platform);
  await hub.start();
  return () => hub.stop();
}

type Client = Display & { token: string };

/** The sockets of customer displays on this node; each gets the basket of its own till only. */
export class DisplayHub {
  private readonly clients = new Map<Connection, Client>();
  private readonly stops: (() => unknown)[] = [];
  private stopping = false;

  constructor(private readonly platform: Platform) {}

  async start(): Promise<void> {
    this.stops.push(
      await this.platform.bus.subscribe(
        DISPLAYS_CHANNEL,
        message => this.onMessage(message as DisplaysMessage),
        () => void this.refresh(),
      ),
    );
    this.every(PING_MS, () => {
      for (const connection of this.clients.keys()) connection.ping();
    });
    this.every(RECHECK_MS, () => void this.recheck(() => true));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.stops.splice(0).map(stop => stop()));
    for (const connection of this.clients.keys()) connection.close(GOING_AWAY);
  }

  /** Sends the current basket of the till, and from then on every change. */
  async open(connection: Connection, request: FastifyRequest): Promise<void> {
    if (!hasOwnOrigin(this.platform, request)) return connection.close(NOT_ALLOWED);
    const token = tokenOf(request.query, request.headers.authorization) ?? '';
    const display = await findDisplay(this.platform.db, token);
    if (display === undefined) return connection.close(NOT_LOGGED_IN);
    if (this.stopping) return connection.close(GOING_AWAY);
    if (!connection.isOpen) return;
    connection.onClosed(() => this.clients.delete(connection));
    this.closeOldest(display);
    this.clients.set(connection, { ...display, token });
    connection.listen(text => {
      connection.send(readMessage(text)?.type === 'ping' ? PONG : INVALID_MESSAGE);
    });
    await this.show(connection, display);
  }

  /** A display that reconnects may leave sockets behind. */
  private closeOldest({ deviceId }: Display): void {
    const own = [...this.clients].filter(([, client]) => client.deviceId === deviceId);
    const [oldest] = own;
    if (oldest !== undefined && own.length >= MAX_SOCKETS_PER_DISPLAY) {
      oldest[0].close(TOO_MANY_SOCKETS);
    }
  }

  private async show(connection: Connection, display: Display): Promise<void> {
    connection.send(Buffer.from(JSON.stringify(await shownAt(this.platform, display))));
  }

  private onMessage(message: DisplaysMessage): void {
    const place = 'shown' in message ? message.place : message.changedAt;
    const isThere = (client: Client): boolean =>
      client.terminalId === place.terminalId && client.storeId === place.storeId;
    if (!('shown' in message)) {
      void this.recheck(isThere);
      return;
    }
    const text = Buffer.from(JSON.stringify(message.shown));
    for (const [connection, client] of this.clients) {
      if (!isThere(client)) continue;
      if (connection.isFull) connection.close(TOO_SLOW);
      else connection.send(text);
    }
  }

  /** Closes displays that were removed or switched off, or whose till moved. */
  private async recheck(isMeant: (client: Client) => boolean): Promise<void> {
    for (const [connection, client] of [...this.clients]) {
      if (!isMeant(client)) continue;
      try {
        const now = await findDisplay(this.platform.db, client.token);
        if (now?.terminalId !== client.terminalId) connection.close(NOT_LOGGED_IN);
      } catch (error) {
        this.platform.log.warn({ err: error }, 'checking a display failed; will retry');
      }
    }
  }

  /** Messages of other nodes were missed. */
  private async refresh(): Promise<void> {
    await this.recheck(() => true);
    for (const [connection, client] of [...this.clients]) {
      try {
        await this.show(connection, client);
      } catch (error) {
        // Without the missed basket the display would show an old one; it connects again.
        this.platform.log.warn({ err: error }, 'refreshing a display failed; it reconnects');
        connection.close(TRY_AGAIN);
      }
    }
  }

  private every(ms: number, work: () => unknown): void {
    const timer = setInterval(work, ms);
    this.stops.push(() => clearInterval(timer));
  }
}
