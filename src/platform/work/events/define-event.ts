import type { Static, TSchema } from 'typebox';
import type { DomainEvent } from './repository.js';

/** Set by `defineEvent` only, so `record` takes no event that was put together elsewhere. */
const definition = Symbol('event definition');

/** One kind of event: its name, the schema of its data and who receives it. */
export type EventDefinition<Name extends string = string, Schema extends TSchema = TSchema> = {
  readonly event: Name;
  /** When it is recorded, as one sentence for docs/events.md and the AsyncAPI document. */
  readonly summary: string;
  readonly schema: Schema;
  /** Sent to the screens of its store, or of all stores; numbered in each store's gap-free stream. */
  readonly live: boolean;
  /** Sent to the webhook endpoints of other systems. */
  readonly webhook: boolean;
};

/** An event that happened and is not written yet. */
export type NewEvent<Name extends string = string, Data = unknown> = Subject<Data> & {
  readonly event: Name;
  readonly [definition]: EventDefinition;
};

/** An event as it stands in the log. */
export type RecordedEvent<Name extends string = string, Data = unknown> = Omit<
  DomainEvent,
  'event' | 'data'
> & { event: Name; data: Data };

/** The recorded event of a definition; of several definitions the discriminated union. */
export type RecordedBy<Definition> =
  Definition extends EventDefinition<infer Name, infer Schema>
    ? RecordedEvent<Name, Static<Schema>>
    : never;

/** What an event is about. */
export type Subject<Data> = {
  /** Null for events of the whole chain, such as a changed product. */
  storeId: string | null;
  terminalId?: string | null;
  /** The id of the record it is about. */
  subjectId?: string | null;
  data: Data;
};

/** A definition is also the constructor of its events: `record(tx, taskSaved(task))`. */
export type DefinedEvent<
  Name extends string,
  Schema extends TSchema,
  Args extends unknown[],
> = EventDefinition<Name, Schema> & ((...args: Args) => NewEvent<Name, Static<Schema>>);

/** Defines an event once: its name, its payload schema and how its payload is made. */
export function defineEvent<
  const Name extends string,
  Schema extends TSchema,
  Args extends unknown[],
>(
  event: Name,
  options: { summary: string; data: Schema; live?: boolean; webhook?: boolean },
  describe: (...args: Args) => Subject<Static<Schema>>,
): DefinedEvent<Name, Schema, Args> {
  const { summary, data: schema, live = false, webhook = false } = options;
  const construct = (...args: Args) => ({ ...describe(...args), event, [definition]: defined });
  const defined = Object.assign(construct, { event, summary, schema, live, webhook });
  return defined;
}

export const definitionOf = (event: NewEvent): EventDefinition => event[definition];
