import type { Socket } from 'node:net';
import type { WebSocket } from '@fastify/websocket';
import { SECOND_MS } from '../../platform/clock.js';
import { type Closing, TOO_SLOW, TOO_TALKATIVE } from './closings.js';

/** More is not handed to a socket before it has taken this: a lagging reader costs no memory. */
const FULL_BYTES = 256 * 1_024;
/** Who does not take a full buffer in this time is dropped. */
const SLOW_AFTER_MS = 10 * SECOND_MS;
/** For the other side to read what was on its way and to answer the close. */
const CLOSE_GRACE_MS = 5 * SECOND_MS;
/** Messages of a client between two pings, and before its login was checked. */
const MAX_MESSAGES_PER_BEAT = 100;
const MAX_EARLY_MESSAGES = 8;

const OPEN = 1;
const TEXT = { binary: false };

/** One client's socket, and how far it has read. */
export class Connection {
  /** Number of the last event it was sent, or said to have. */
  cursor = 0;
  /** Gets nothing yet, because it may be about to say where it left off. */
  held = true;
  /** Somebody is sending it what it lacks. */
  served = false;
  private heard = true;
  private messages = 0;
  private corked = false;
  private closing = false;
  private listener: ((text: string) => void) | undefined;
  private early: string[] = [];

  constructor(
    private readonly socket: WebSocket,
    private readonly transport: Socket,
  ) {
    socket.on('message', (data: { toString(): string }) => this.receive(data.toString()));
    socket.on('pong', () => {
      this.heard = true;
    });
  }

  get isOpen(): boolean {
    return this.socket.readyState === OPEN;
  }

  get isFull(): boolean {
    return this.socket.bufferedAmount > FULL_BYTES;
  }

  /** Everything sent within one turn of the event loop leaves in one write. */
  send(message: Buffer): void {
    if (!this.isOpen) return;
    if (!this.corked) {
      this.corked = true;
      this.transport.cork();
      process.nextTick(() => {
        this.corked = false;
        this.transport.uncork();
      });
    }
    this.socket.send(message, TEXT);
  }

  sendEvent(seq: number, message: Buffer): void {
    this.send(message);
    this.cursor = seq;
  }

  /** After a full buffer was taken, or the socket is gone. */
  drained(): Promise<void> {
    return new Promise(resolve => {
      const { transport } = this;
      const slow = setTimeout(() => this.close(TOO_SLOW), SLOW_AFTER_MS);
      const done = (): void => {
        clearTimeout(slow);
        transport.off('drain', done);
        transport.off('close', done);
        resolve();
      };
      transport.once('drain', done);
      transport.once('close', done);
      if (transport.destroyed) done();
    });
  }

  /** Messages that came before are heard first. */
  listen(listener: (text: string) => void): void {
    this.listener = listener;
    for (const text of this.early.splice(0)) listener(text);
  }

  onClosed(callback: (code: number) => void): void {
    this.socket.on('close', callback);
  }

  /** Asks for a sign of life, and ends a socket that gave none since it was last asked. */
  beat(): void {
    this.messages = 0;
    if (!this.heard) {
      this.socket.terminate();
    } else if (this.isOpen) {
      this.heard = false;
      this.socket.ping();
    }
  }

  close({ code, reason }: Closing): void {
    if (this.closing) return;
    this.closing = true;
    this.socket.close(code, reason);
    const timer = setTimeout(() => this.socket.terminate(), CLOSE_GRACE_MS);
    this.socket.once('close', () => clearTimeout(timer));
  }

  terminate(): void {
    this.socket.terminate();
  }

  private receive(text: string): void {
    this.heard = true;
    this.messages += 1;
    const limit = this.listener ? MAX_MESSAGES_PER_BEAT : MAX_EARLY_MESSAGES;
    if (this.messages > limit) this.close(TOO_TALKATIVE);
    else if (this.listener) this.listener(text);
    else this.early.push(text);
  }
}
