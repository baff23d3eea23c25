import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { addMs, DAY_MS } from '../../platform/clock.js';
import type { Platform } from '../../platform/platform.js';
import type { Semaphore } from '../../platform/semaphore.js';
import { type DomainEvent, eventsAfter, lastSeq } from '../../platform/work/events/repository.js';
import { TRY_AGAIN } from './closings.js';
import type { Connection } from './connection.js';
import { MessageWindow } from './message-window.js';
import { eventMessage, hello, type LiveEvent, reset } from './messages.js';

/** Clients can resume from events of this age. */
const KEPT_MS = DAY_MS;
/** Events are held back this long after the hello, because a client may send a resume message. */
const RESUME_GRACE_MS = 250;
const PAGE = 500;
/** Limits of the in-memory window, from which most clients can resume without the database. */
const MAX_RECENT_MESSAGES = 1_024;
const MAX_RECENT_BYTES = 4 * 1_024 * 1_024;
/** Yields to the event loop after this many sockets. */
const SOCKETS_PER_TICK = 250;

/**
 * The live events of one store on this node. Fills gaps in the messages of the bus from the event
 * log, so that seqs are consecutive. Each socket has its own cursor.
 */
export class Feed {
  readonly connections = new Set<Connection>();
  private readonly recent = new MessageWindow();
  /** Seq of the last loaded event; -1 before the first read of the log. */
  private last = -1;
  /** The highest seq known to exist. */
  private known = 0;
  private filling: Promise<void> | undefined;
  private sending = false;
  private sendAgain = false;
  private evictableUpTo = 0;

  constructor(
    private readonly platform: Platform,
    readonly storeId: string,
    private readonly readers: Semaphore,
  ) {}

  /** Adds a socket and sends the hello with the current seq. */
  async join(connection: Connection, afterSeq: number | undefined): Promise<void> {
    this.connections.add(connection);
    if (this.last < 0) await this.fill();
    if (!connection.isOpen) return;
    connection.cursor = this.last;
    connection.send(hello(this.storeId, this.last));
    if (afterSeq !== undefined) await this.resume(connection, afterSeq);
    else setTimeout(() => this.release(connection), RESUME_GRACE_MS).unref();
  }

  /** Sends all events after the given seq, in order, and then live events. */
  async resume(connection: Connection, afterSeq: number): Promise<void> {
    if (afterSeq > this.last) await this.catchUp();
    if (afterSeq > this.last) this.sendReset(connection);
    else connection.cursor = afterSeq;
    this.release(connection);
  }

  /** Handles events from the bus. */
  onEvents(events: LiveEvent[]): void {
    for (const event of events) {
      if (this.last >= 0 && event.seq === this.last + 1) this.append(event);
      else this.known = Math.max(this.known, event.seq);
    }
    this.send();
    if (this.known > this.last) void this.fill();
  }

  /** Handles the last seq of the log, which reveals events missed on the bus. */
  onSeq(seq: number): void {
    this.known = Math.max(this.known, seq);
    if (this.known > this.last) void this.fill();
  }

  /** Called once a minute; evicts the events that were loaded before the previous call. */
  evictOld(): void {
    this.recent.evictUpTo(this.evictableUpTo);
    this.evictableUpTo = this.last;
  }

  private append(event: LiveEvent): void {
    this.recent.append(event.seq, eventMessage(event));
    this.recent.shrink(MAX_RECENT_MESSAGES, MAX_RECENT_BYTES);
    this.last = event.seq;
  }

  private async catchUp(): Promise<void> {
    this.onSeq(await lastSeq(this.platform.db, this.storeId));
    await this.filling;
  }

  /** Reads missing events from the log; one read at a time. */
  private fill(): Promise<void> {
    this.filling ??= this.readMissing()
      .catch(error => {
        this.platform.log.warn({ err: error }, 'reading live events failed; will retry');
        if (this.last < 0) for (const connection of this.connections) connection.close(TRY_AGAIN);
      })
      .finally(() => {
        this.filling = undefined;
      });
    return this.filling;
  }

  private async readMissing(): Promise<void> {
    const { db } = this.platform;
    if (this.last < 0) this.last = await lastSeq(db, this.storeId);
    while (this.last < this.known) {
      const events = await eventsAfter(db, this.storeId, this.last, PAGE);
      if (events.length === 0) break;
      for (const event of events) if (event.seq > this.last) this.append(event);
      this.send();
    }
  }

  private release(connection: Connection): void {
    connection.awaitsResume = false;
    void this.serve(connection);
  }

  /** Serves all sockets; events that arrive during a round start another one. */
  private send(): void {
    this.sendAgain = true;
    if (!this.sending) void this.sendToAll();
  }

  private async sendToAll(): Promise<void> {
    this.sending = true;
    while (this.sendAgain) {
      this.sendAgain = false;
      let visited = 0;
      for (const connection of this.connections) {
        void this.serve(connection);
        visited += 1;
        if (visited % SOCKETS_PER_TICK === 0) await yieldToEventLoop();
      }
    }
    this.sending = false;
  }

  /** Sends missing events to one socket: from memory, or from the log if they are older. */
  private async serve(connection: Connection): Promise<void> {
    if (connection.isBeingServed || connection.awaitsResume) return;
    connection.isBeingServed = true;
    let page = new MessageWindow();
    try {
      while (connection.isOpen && connection.cursor < this.last) {
        const seq = connection.cursor + 1;
        const message = this.recent.at(seq) ?? page.at(seq);
        if (message) connection.sendEvent(seq, message);
        else page = await this.readPage(connection);
        if (connection.isFull) await connection.drained();
      }
    } catch (error) {
      this.platform.log.warn({ err: error }, 'reading missed events failed');
      connection.close(TRY_AGAIN);
    } finally {
      connection.isBeingServed = false;
    }
  }

  private async readPage(connection: Connection): Promise<MessageWindow> {
    const page = new MessageWindow();
    const asked = connection.cursor;
    const events = await this.readers.run(() =>
      eventsAfter(this.platform.db, this.storeId, asked, PAGE),
    );
    // The client resumed from another seq during the read.
    if (connection.cursor !== asked) return page;
    if (!this.isKept(events[0], asked + 1)) this.sendReset(connection);
    for (const event of events) page.append(event.seq, eventMessage(event));
    return page;
  }

  private isKept(event: DomainEvent | undefined, seq: number): boolean {
    return event?.seq === seq && event.occurredAt >= addMs(this.platform.clock.now(), -KEPT_MS);
  }

  private sendReset(connection: Connection): void {
    connection.cursor = this.last;
    connection.send(reset(this.storeId, this.last));
  }
}
