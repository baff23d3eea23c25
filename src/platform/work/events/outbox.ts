import { EventEmitter } from 'node:events';
import { type Autocommit, beforeCommit, onCommit, statement, type Tx } from '../../database/tx.js';
import { newId } from '../../ids.js';
import { definitionOf, type EventDefinition, type NewEvent } from './define-event.js';

/** Wakes this process's sequencers after a commit. Only a hint: they also poll. */
export const committed = new EventEmitter();
committed.setMaxListeners(0);

const hint = (): void => {
  committed.emit('events');
};

type EventCheck = (definition: EventDefinition, data: unknown) => void;
let check: EventCheck | undefined;

/** Tests validate the data of every event against its schema; production validates nothing. */
export function setEventCheck(wanted: EventCheck | undefined): void {
  check = wanted;
}

/** An event on its way into the outbox; `data` is JSON. */
export type OutboxRow = {
  id: string;
  storeId: string | null;
  live: boolean;
  terminalId: string | null;
  event: string;
  subjectId: string | null;
  data: string;
};

/** For statements that write an event together with the change that it describes. */
export function outboxRow(event: NewEvent): OutboxRow {
  const definition = definitionOf(event);
  const data = JSON.stringify(event.data);
  check?.(definition, JSON.parse(data));
  return {
    id: newId(),
    storeId: event.storeId,
    live: definition.live,
    terminalId: event.terminalId ?? null,
    event: event.event,
    subjectId: event.subjectId ?? null,
    data,
  };
}

const waiting = new WeakMap<Tx, OutboxRow[]>();

/**
 * Records events in the transaction that made them happen. All events of a transaction are written
 * in one row together with the commit, which keeps row locks as short as the commit itself.
 */
export async function record(tx: Tx, ...events: NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(outboxRow);
  const earlier = waiting.get(tx);
  if (earlier) {
    earlier.push(...rows);
    return;
  }
  onCommit(tx, hint);
  if (beforeCommit(tx, () => write(tx, rows))) waiting.set(tx, rows);
  else await write(tx, rows);
}

/** One prepared statement for any number of events. */
async function write(tx: Tx, rows: readonly OutboxRow[]): Promise<void> {
  await statement(
    tx,
    recordSql(
      `select id, store_id, live, terminal_id, event, subject_id, data
       from unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::text[], $5::text[], $6::text[], $7::jsonb[])
         with ordinality as given (id, store_id, live, terminal_id, event, subject_id, data, nth)
       order by nth`,
    ),
    [
      rows.map(row => row.id),
      rows.map(row => row.storeId),
      rows.map(row => row.live),
      rows.map(row => row.terminalId),
      rows.map(row => row.event),
      rows.map(row => row.subjectId),
      rows.map(row => row.data),
    ],
  );
}

/**
 * Part of a statement that writes events together with the rows they are about, as one row of the
 * outbox; `select` returns the seven columns in this order, and no row if nothing happened. The
 * caller then calls `hintEvents`.
 */
export const recordSql = (select: string): string =>
  `insert into outbox (events)
   select array_agg(row(id, store_id, live, terminal_id, event, subject_id, data)::outbox_event)
   from (${select}) as recorded (id, store_id, live, terminal_id, event, subject_id, data)
   having count(*) > 0`;

/** For statements that write events themselves: wakes the sequencer now, or after the commit. */
export function hintEvents(writer: Autocommit): void {
  if (writer.isTransaction) onCommit(writer as Tx, hint);
  else hint();
}
