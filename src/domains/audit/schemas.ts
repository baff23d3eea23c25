import { ACTOR_KINDS } from '../../platform/audit/entry.js';
import { PROBLEMS } from '../../platform/audit/verify-chain.js';
import {
  Answer,
  Nullable,
  OneOf,
  PageQuery,
  Query,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';

const MomentOrDay = Type.String({
  anyOf: [{ format: 'moment' }, { format: 'date' }],
  maxLength: 40,
  description: 'A point in time, or a day in UTC',
});

export const EntryQuery = Query({
  q: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'Words that an entry contains, in any case and order: in its record, action, person, till, ' +
        'address, browser, request, fields or values',
    }),
  ),
  record: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'The id of a record, a type, or both: `price-lists/{id}`, `price-lists/`. ' +
        '`products/{id}` has the entries of its variants and prices, and of imports that changed it, too.',
    }),
  ),
  actor: Type.Optional(Text(100, 1)),
  action: Type.Optional(Text(100, 1)),
  store: Type.Optional(Text(255, 1)),
  from: Type.Optional(MomentOrDay),
  to: Type.Optional(MomentOrDay),
  ...PageQuery,
});

export const EntryAnswer = Answer({
  id: Uuid,
  at: Timestamp,
  actor: Answer({
    id: Nullable(Uuid),
    kind: OneOf(ACTOR_KINDS),
    name: Nullable(
      Type.String({ description: 'Present name of an employee; null for anybody else' }),
    ),
    employee_number: Nullable(Type.String()),
  }),
  action: Type.String({ examples: ['update', 'void', 'login_failed'] }),
  record_type: Type.String({ examples: ['price-lists'] }),
  record_id: Nullable(Type.String()),
  record_name: Type.Optional(
    Type.String({ description: 'In the history of a product: which variant, price or file' }),
  ),
  changes: Type.Record(Type.String(), Answer({ before: Type.Unknown(), after: Type.Unknown() }), {
    description:
      'By field; `[secret]` and `[personal]` stand for values that are not kept, `[text …]` with a ' +
      'keyed hash for what people typed',
  }),
  store_id: Nullable(Uuid),
  terminal_id: Nullable(Type.String()),
  address: Nullable(
    Type.String({ description: 'IP address of an employee, IPv6 as its /64 network' }),
  ),
  user_agent: Nullable(Type.String()),
  request_id: Nullable(Type.String()),
  is_masked: Type.Optional(
    Type.Boolean({
      description:
        'Texts were replaced by hashes after the entry was chained; its hash is of the original',
    }),
  ),
  seq: Nullable(Type.Integer({ description: 'Place in the chain; null until the next round' })),
  hash: Nullable(Type.String()),
  previous_hash: Nullable(Type.String()),
});

export const VerifyAnswer = Answer({
  holds: Type.Boolean(),
  entries: Type.Integer({ description: 'Chained entries that were compared' }),
  waiting: Type.Integer({ description: 'Entries that are not chained yet' }),
  last_hash: Type.String(),
  first_broken: Nullable(
    Answer({ seq: Type.Integer(), id: Nullable(Uuid), problem: OneOf(PROBLEMS) }),
  ),
});
