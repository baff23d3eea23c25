import type { EventsMessage } from '../../platform/events/sequencer.js';

/** An event as it comes over the bus or, with a `Date`, from the log. */
export type LiveEvent = Omit<EventsMessage['events'][number], 'occurredAt'> & {
  occurredAt: string | Date;
};

const asText = (message: object): Buffer => Buffer.from(JSON.stringify(message));

export const hello = (storeId: string, lastSeq: number): Buffer =>
  asText({ type: 'hello', store_id: storeId, last_seq: lastSeq });

/**
 * Made once per event and shared by all sockets of its store, tills included. How a sale was paid is
 * left out: a resume would tell whoever counts a drawer what ought to be in it.
 */
export function eventMessage(event: LiveEvent): Buffer {
  const { payment_method, change_due, ...data } = event.data;
  return asText({
    type: 'event',
    id: event.id,
    seq: event.seq,
    event: event.event,
    store_id: event.streamId,
    terminal_id: event.terminalId,
    occurred_at: event.occurredAt,
    data,
  });
}

/** What was asked for is not kept any longer: the client loads its state anew and goes on from here. */
export const reset = (storeId: string, lastSeq: number): Buffer =>
  asText({ type: 'reset', store_id: storeId, last_seq: lastSeq });

export const PONG = asText({ type: 'pong' });
export const NOT_UNDERSTOOD = asText({
  type: 'error',
  code: 'INVALID_MESSAGE',
  message: 'Send {"type": "resume", "after_seq": <number>} or {"type": "ping"}.',
});

export type ClientMessage = { type: 'ping' } | { type: 'resume'; afterSeq: number };

/** Undefined for whatever is not a message of ours. */
export function readMessage(text: string): ClientMessage | undefined {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof message !== 'object' || message === null || !('type' in message)) return undefined;
  if (message.type === 'ping') return { type: 'ping' };
  if (message.type !== 'resume' || !('after_seq' in message)) return undefined;
  return isSeq(message.after_seq) ? { type: 'resume', afterSeq: message.after_seq } : undefined;
}

export const isSeq = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;
