import type { EventsMessage } from '../../platform/work/events/sequencer.js';
import { HIDDEN_FIELDS, type ServiceFrame } from './schemas.js';

/** An event from the bus, or from the log with a `Date`. */
export type LiveEvent = Omit<EventsMessage['events'][number], 'occurredAt'> & {
  occurredAt: string | Date;
};

const asText = (message: object): Buffer => Buffer.from(JSON.stringify(message));
const frame = (message: ServiceFrame): Buffer => asText(message);

export const catalogChanged = (version: string): Buffer => frame({ type: 'catalog', version });

export const hello = (storeId: string, lastSeq: number): Buffer =>
  frame({ type: 'hello', store_id: storeId, last_seq: lastSeq });

const HIDDEN: ReadonlySet<string> = new Set(HIDDEN_FIELDS);

/** Serialized once per event and shared by all sockets of the store. */
export function eventMessage(event: LiveEvent): Buffer {
  const shown = Object.entries(event.data).filter(([field]) => !HIDDEN.has(field));
  return asText({
    type: 'event',
    id: event.id,
    seq: event.seq,
    event: event.event,
    store_id: event.streamId,
    terminal_id: event.terminalId,
    occurred_at: event.occurredAt,
    data: Object.fromEntries(shown),
  });
}

/** The requested events are deleted: the client reloads its state and continues from here. */
export const reset = (storeId: string, lastSeq: number): Buffer =>
  frame({ type: 'reset', store_id: storeId, last_seq: lastSeq });

export const PONG = frame({ type: 'pong' });
export const INVALID_MESSAGE = frame({
  type: 'error',
  code: 'INVALID_MESSAGE',
  message: 'Send {"type": "resume", "after_seq": <number>} or {"type": "ping"}.',
});

export type ClientMessage = { type: 'ping' } | { type: 'resume'; afterSeq: number };

/** Undefined if the text is neither a ping nor a resume. */
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
