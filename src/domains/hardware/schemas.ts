import {
  Answer,
  Body,
  Money,
  Nullable,
  OneOf,
  PageQuery,
  Params,
  Query,
  Text,
  Timestamp,
  Type,
  UNTAGGED,
  Uuid,
} from '../../platform/http/schemas.js';
import { CODE_KINDS } from '../receipts/index.js';
import { REPORT_KINDS } from '../shifts/index.js';
import { JOB_KINDS } from './print-job-repository.js';
import { CONNECTIONS, KINDS, PURPOSES, SLIP_OUTCOMES, STATES, TEST_OUTCOMES } from './rules.js';

export const TillParams = Params({ terminal_id: Text(100, 1) });
export const DeviceParams = Params({ terminal_id: Text(100, 1), id: Uuid });

export const DeviceBody = Body({
  kind: OneOf(KINDS),
  name: Text(100, 1),
  connection: OneOf(CONNECTIONS),
  address: Type.Optional(
    Nullable(Type.String({ maxLength: 45, description: 'IP address of a network printer' })),
  ),
  port: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: 65_535, description: 'Default: 9100' })),
  ),
  paper_width: Type.Optional(OneOf(['58', '80'])),
  purpose: Type.Optional(
    OneOf(PURPOSES, { description: 'A ticket lists goods for a kitchen or stock room.' }),
  ),
  category_ids: Type.Optional(
    Type.Array(Uuid, {
      maxItems: 50,
      uniqueItems: true,
      description: 'For a ticket printer: goods of these categories and those below them.',
    }),
  ),
  is_active: Type.Optional(Type.Boolean()),
  reader_id: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description:
          "The processor's id of a card reader. A till takes cards on one reader. Default for a new one: the `reader_id` of the till",
      }),
    ),
  ),
});

export const DeviceAnswer = Answer({
  id: Uuid,
  terminal_id: Type.String(),
  store_id: Uuid,
  kind: OneOf(KINDS),
  name: Type.String(),
  connection: OneOf(CONNECTIONS),
  address: Nullable(Type.String()),
  port: Nullable(Type.Integer()),
  paper_width: OneOf(['58', '80']),
  purpose: OneOf(PURPOSES),
  category_ids: Type.Array(Uuid),
  is_active: Type.Boolean(),
  reader_id: Nullable(Type.String()),
  state: OneOf(STATES, { description: 'What a network printer reported last', ...UNTAGGED }),
  state_at: Nullable(Timestamp, UNTAGGED),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const PrintBody = Body({
  transaction_id: Type.Optional(Text(300, 1)),
  shift_id: Type.Optional(
    Type.String({ format: 'uuid', description: 'Instead of a sale: the report of this shift' }),
  ),
  report: Type.Optional(OneOf(REPORT_KINDS, { default: 'x' })),
  device_id: Type.Optional(
    Type.String({ format: 'uuid', description: 'Default: the first receipt printer of the till' }),
  ),
  gift: Type.Optional(Type.Boolean({ description: 'True: the goods without prices' })),
  refund: Type.Optional(
    Type.String({ minLength: 1, maxLength: 50, description: 'REF number: the slip of a refund' }),
  ),
  drawer: Type.Optional(
    Type.Boolean({ description: 'True: opens the drawer, and records the opening' }),
  ),
});

export const JobAnswer = Answer({
  id: Uuid,
  terminal_id: Type.String({ description: 'The till of the printer' }),
  device_id: Uuid,
  device_name: Type.String(),
  transaction_number: Nullable(
    Type.String({ description: 'Number of the sale that the paper is about' }),
  ),
  kind: OneOf(JOB_KINDS),
  status: OneOf(['waiting', 'printed', 'failed']),
  error: Nullable(
    Type.String({ description: 'Why the last attempt failed, for example `paper_out`' }),
  ),
  attempts: Type.Integer(),
  created_at: Timestamp,
  printed_at: Nullable(Timestamp),
});

export const TestAnswer = Answer({
  outcome: OneOf(TEST_OUTCOMES, {
    description:
      '`opening`: the drawer opens, and the opening is recorded. `shown`: the display shows a test. The others are what the processor reports about a card reader.',
  }),
});

export const SlipBody = Body({
  kind: OneOf(CODE_KINDS),
  device_id: Type.Optional(
    Type.String({ format: 'uuid', description: 'Default: the first receipt printer of the till' }),
  ),
  codes: Type.Array(
    Body({
      code: Type.Unsafe<string>({
        ...Type.String({ pattern: '^[A-Za-z0-9-]{4,50}$' }),
        writeOnly: true,
      }),
      amount: Money,
    }),
    { minItems: 1, maxItems: 20 },
  ),
});

export const SlipAnswer = Answer({
  outcome: OneOf(SLIP_OUTCOMES, {
    description: 'Anything but `printed`: why nothing, or not surely all of it, is on paper',
  }),
});

export const JobQuery = Query(PageQuery);
export const GivenUpQuery = Query({ ...PageQuery, store: Type.Optional(Text(100, 1)) });
