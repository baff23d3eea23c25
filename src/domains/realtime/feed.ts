import { setImmediate as nextTurn } from 'node:timers/promises';
import { addMs, DAY_MS } from '../../platform/clock.js';
import type { Platform } from '../../platform/platform.js';
import type { Semaphore } from '../../platform/semaphore.js';
import { type DomainEvent, eventsAfter, lastSeq } from '../../platform/work/events/repository.js';
import { TRY_AGAIN } from './closings.js';
import type { Connection } from './connection.js';
import { eventMessage, hello, type LiveEvent, reset } from './messages.js';
import { Run } from './run.js';

/** A client may resume this far back. */
const KEPT_MS = DAY_MS;
/** A client that reconnects says at once where it left off; until then it gets no newer event. */
const RESUME_GRACE_MS = 250;
const PAGE = 500;
/** Recent events are kept at hand, so that hardly a resume needs the database. */
const MAX_RECENT_MESSAGES = 1_024;
const MAX_RECENT_BYTES = 4 * 1_024 * 1_024;
/** Other work gets its turn while an event goes out to many sockets. */
const SOCKETS_PER_TURN = 250;

/**
 * The live events of one store on this node. It holds the numbers without a gap, whatever order
 * or holes the bus has, and each of its sockets follows with a cursor of its own.
 */
export class Feed {
  readonly connections = new Set<Connection>();
  private readonly recent = new Run();
  /** The last event at hand; -1 until the log was asked. */
  private last = -1;
  /** The last number heard of. */
  private known = 0;
  private filling: Promise<void> | undefined;
  private sending = false;
  private sendAgain = false;
  private oldFrom = 0;

  constructor(
    private readonly platform: Platform,
    readonly storeId: string,
    private readonly readers: Semaphore,
  ) {}

  /** After this the feed knows where the store stands, and greets. */
  async join(connection: Connection, afterSeq: number | undefined): Promise<void> {
    this.connections.add(connection);
    if (this.last < 0) await this.fill();
    if (!connection.isOpen) return;
    connection.cursor = this.last;
    connection.send(hello(this.storeId, this.last));
    if (afterSeq !== undefined) await this.resume(connection, afterSeq);
    else setTimeout(() => this.release(connection), RESUME_GRACE_MS).unref();
  }

  /** From here on the client gets every event after the given one, in order. */
  async resume(connection: Connection, afterSeq: number): Promise<void> {
    if (afterSeq > this.last) await this.catchUp();
    if (afterSeq > this.last) this.startAnew(connection);
    else connection.cursor = afterSeq;
    this.release(connection);
  }

  /** Numbered events from the bus. */
  offer(events: LiveEvent[]): void {
    for (const event of events) {
      if (this.last >= 0 && event.seq === this.last + 1) this.append(event);
      else this.known = Math.max(this.known, event.seq);
    }
    this.send();
    if (this.known > this.last) void this.fill();
  }

  /** The log has come so far, whether or not this node heard of it. */
  notice(seq: number): void {
    this.known = Math.max(this.known, seq);
    if (this.known > this.last) void this.fill();
  }

  /** Called now and then: what was at hand at the call before is forgotten. */
  forgetOld(): void {
    this.recent.forgetUpTo(this.oldFrom);
    this.oldFrom = this.last;
  }

  private append(event: LiveEvent): void {
    this.recent.append(event.seq, eventMessage(event));
    this.recent.shrink(MAX_RECENT_MESSAGES, MAX_RECENT_BYTES);
    this.last = event.seq;
  }

  private async catchUp(): Promise<void> {
    this.notice(await lastSeq(this.platform.db, this.storeId));
    await this.filling;
  }

  /** Reads from the log what the bus did not bring; one reading at a time. */
  private fill(): Promise<void> {
    this.filling ??= this.readMissing()
      .catch(error => {
        this.platform.log.warn({ err: error }, 'live events could not be read; tried again');
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
    connection.held = false;
    void this.serve(connection);
  }

  /** Visits all sockets; what comes meanwhile is sent by another round. */
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
        if (visited % SOCKETS_PER_TURN === 0) await nextTurn();
      }
    }
    this.sending = false;
  }

  /** Brings one socket up to date: from memory, and from the log if it lags further behind. */
  private async serve(connection: Connection): Promise<void> {
    if (connection.served || connection.held) return;
    connection.served = true;
    let page = new Run();
    try {
      while (connection.isOpen && connection.cursor < this.last) {
        const seq = connection.cursor + 1;
        const message = this.recent.at(seq) ?? page.at(seq);
        if (message) connection.sendEvent(seq, message);
        else page = await this.readPage(connection);
        if (connection.isFull) await connection.drained();
      }
    } catch (error) {
      this.platform.log.warn({ err: error }, 'missed events could not be read');
      connection.close(TRY_AGAIN);
    } finally {
      connection.served = false;
    }
  }

  private async readPage(connection: Connection): Promise<Run> {
    const page = new Run();
    const asked = connection.cursor;
    const events = await this.readers.run(() =>
      eventsAfter(this.platform.db, this.storeId, asked, PAGE),
    );
    // The client asked for something else meanwhile.
    if (connection.cursor !== asked) return page;
    if (!this.isKept(events[0], asked + 1)) this.startAnew(connection);
    for (const event of events) page.append(event.seq, eventMessage(event));
    return page;
  }

  private isKept(event: DomainEvent | undefined, seq: number): boolean {
    return event?.seq === seq && event.occurredAt >= addMs(this.platform.clock.now(), -KEPT_MS);
  }

  private startAnew(connection: Connection): void {
    connection.cursor = this.last;
    connection.send(reset(this.storeId, this.last));
  }
}
