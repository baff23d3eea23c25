import type { Socket } from 'node:net';
import { type ClientOptions, WebSocket } from 'ws';
import { atomically } from '../../src/platform/database/tx.js';
import type { NewEvent, Subject } from '../../src/platform/work/events/define-event.js';
import { record } from '../../src/platform/work/events/outbox.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { looseEvent } from '../support/loose-event.js';
import type { Shop } from '../support/service.js';

export type Frame = {
  type: string;
  seq: number;
  last_seq: number;
  event: string;
  data: Record<string, unknown>;
  [field: string]: unknown;
};

const PATIENCE_MS = 20_000;

/** A client like a till or a manager's screen that keeps every frame. */
export class Listener {
  readonly frames: Frame[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  private readonly waiting = new Set<() => void>();

  constructor(readonly socket: WebSocket) {
    socket.on('message', data => {
      this.frames.push(JSON.parse(data.toString()));
      for (const check of this.waiting) check();
    });
    socket.on('error', () => undefined);
    this.closed = new Promise(resolve =>
      socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
    );
  }

  get events(): Frame[] {
    return this.frames.filter(frame => frame.type === 'event');
  }

  get seqs(): number[] {
    return this.events.map(event => event.seq);
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Pauses and resumes reading from the network, like a hung program. */
  get transport(): Socket {
    return (this.socket as unknown as { _socket: Socket })._socket;
  }

  async until(arrived: (listener: Listener) => boolean): Promise<void> {
    if (arrived(this)) return;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(check);
        reject(
          new Error(
            `no matching frame in time; so far: ${JSON.stringify(this.frames).slice(0, 500)}`,
          ),
        );
      }, PATIENCE_MS);
      const check = (): void => {
        if (!arrived(this)) return;
        clearTimeout(timer);
        this.waiting.delete(check);
        resolve();
      };
      this.waiting.add(check);
    });
  }

  async frame(type: string, nth = 0): Promise<Frame> {
    const found = () => this.frames.filter(frame => frame.type === type)[nth];
    await this.until(() => found() !== undefined);
    return found() as Frame;
  }

  async hello(): Promise<Frame> {
    return this.frame('hello');
  }

  async upTo(seq: number): Promise<void> {
    await this.until(listener => (listener.events.at(-1)?.seq ?? 0) >= seq);
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed;
  }
}

const ports = new WeakMap<Shop, number>();

export async function listen(shop: Shop): Promise<void> {
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  const address = shop.app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the service has no port');
  ports.set(shop, address.port);
}

export const portOf = (shop: Shop): number => ports.get(shop) ?? 0;

/** Opens a socket and waits for the upgrade only. */
export async function connect(
  shop: Shop,
  path: string,
  options: ClientOptions = {},
): Promise<Listener> {
  const socket = new WebSocket(`ws://127.0.0.1:${portOf(shop)}${path}`, options);
  const listener = new Listener(socket);
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return listener;
}

export const atTill = (shop: Shop, terminal: string, token: string, query = '') =>
  connect(shop, `/ws/pos-gateway/terminal/${terminal}/?token=${token}${query}`);

export const asManager = (shop: Shop, store: string, token: string, query = '') =>
  connect(shop, `/ws/pos-gateway/manager/${store}/?token=${token}${query}`);

type Sample = Partial<Subject<Record<string, unknown>>> & { event?: string; live?: boolean };

export const sampleEvent = (
  n: number,
  { event = 'system.notification', live = true, ...about }: Sample = {},
): NewEvent => looseEvent(event, { storeId: DOWNTOWN_ID, data: { n }, ...about }, live);

/** Commits one event. */
export const commitEvent = (shop: Shop, ...events: NewEvent[]): Promise<void> =>
  atomically(shop.platform.db, tx => record(tx, ...events));

export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
