import type { Socket } from 'node:net';
import type { WebSocket } from '@fastify/websocket';
import { SECOND_MS } from '../../platform/clock.js';
import { type Closing, TOO_MANY_MESSAGES, TOO_SLOW } from './closings.js';

/** Sending pauses above this buffer size, so that a slow reader uses little memory. */
const MAX_BUFFERED_BYTES = 256 * 1_024;
/** A socket that does not drain a full buffer in this time is closed. */
const SLOW_AFTER_MS = 10 * SECOND_MS;
/** Time for the client to read pending data and to answer the close frame. */
const CLOSE_GRACE_MS = 5 * SECOND_MS;
/** Limits for client messages between two pings, and before the login is checked. */
const MAX_MESSAGES_PER_PING = 100;
const MAX_EARLY_MESSAGES = 8;

const OPEN = 1;
const TEXT = { binary: false };

/** The socket of one client and its position in the feed. */
export class Connection {
  /** Seq of the last event that was sent, or from which the client resumed. */
  cursor = 0;
  /** Events are held back while the client may still send a resume message. */
  awaitsResume = true;
  /** True while a loop is sending missing events, so that no second one starts. */
  isBeingServed = false;
  private isAlive = true;
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
      this.isAlive = true;
    });
  }

  get isOpen(): boolean {
    return this.socket.readyState === OPEN;
  }

  get isFull(): boolean {
    return this.socket.bufferedAmount > MAX_BUFFERED_BYTES;
  }

  /** Corks the transport until the next tick, so that messages sent together share one write. */
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

  /** Resolves when the buffer is drained or the socket is closed. */
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

  /** Passes messages received earlier to the listener first. */
  listen(listener: (text: string) => void): void {
    this.listener = listener;
    for (const text of this.early.splice(0)) listener(text);
  }

  onClosed(callback: (code: number) => void): void {
    this.socket.on('close', callback);
  }

  /** Sends a ping. Terminates the socket if nothing was received since the previous ping. */
  ping(): void {
    this.messages = 0;
    if (!this.isAlive) {
      this.socket.terminate();
    } else if (this.isOpen) {
      this.isAlive = false;
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
    this.isAlive = true;
    this.messages += 1;
    const limit = this.listener ? MAX_MESSAGES_PER_PING : MAX_EARLY_MESSAGES;
    if (this.messages > limit) this.close(TOO_MANY_MESSAGES);
    else if (this.listener) this.listener(text);
    else this.early.push(text);
  }
}
