import {
  Nullable,
  type Static,
  Timestamp,
  type TSchema,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';
import type { EventDefinition } from '../../platform/work/events/define-event.js';

const Seq = Type.Integer({ minimum: 0 });

const storeFrame = <const Name extends string>(type: Name) =>
  Type.Object({ type: Type.Literal(type), store_id: Uuid, last_seq: Seq });

export const HelloFrame = storeFrame('hello');
export const ResetFrame = storeFrame('reset');
export const CatalogFrame = Type.Object({
  type: Type.Literal('catalog'),
  version: Type.String({ description: 'The `version` of `GET /pos/catalog/` now.' }),
});
export const PongFrame = Type.Object({ type: Type.Literal('pong') });
export const ErrorFrame = Type.Object({
  type: Type.Literal('error'),
  code: Type.Literal('INVALID_MESSAGE'),
  message: Type.String(),
});

export const PingMessage = Type.Object({ type: Type.Literal('ping') });
export const ResumeMessage = Type.Object({ type: Type.Literal('resume'), after_seq: Seq });

export type ServiceFrame =
  | Static<typeof HelloFrame>
  | Static<typeof ResetFrame>
  | Static<typeof CatalogFrame>
  | Static<typeof PongFrame>
  | Static<typeof ErrorFrame>;

/** Not sent to sockets, because cashiers count the drawer without knowing the expected amount. */
export const HIDDEN_FIELDS = ['payment_method', 'change_due'] as const;

/** The data of a live event without the hidden fields. */
export const liveDataOf = ({ schema }: EventDefinition): TSchema =>
  Type.IsObject(schema) && HIDDEN_FIELDS.some(field => field in schema.properties)
    ? Type.Omit(schema, [...HIDDEN_FIELDS])
    : schema;

/** The frame of a live event. */
export const eventFrame = (event: string, data: TSchema) =>
  Type.Object({
    type: Type.Literal('event'),
    id: Uuid,
    seq: Type.Integer({ minimum: 1, description: 'Counts the live events of the store.' }),
    event: Type.Literal(event),
    store_id: Uuid,
    terminal_id: Nullable(Type.String()),
    occurred_at: Timestamp,
    data,
  });
