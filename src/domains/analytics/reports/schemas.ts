import {
  Answer,
  CalendarDate,
  Nullable,
  OneOf,
  Query,
  Text,
  Timestamp,
  type TSchema,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { CostOf } from '../../access/index.js';

/** Wider than `Money`, because totals can exceed the largest single amount. */
export const Amount = Type.String({ pattern: '^-?\\d{1,14}\\.\\d{2,3}$', examples: ['1234.50'] });
export const Count = Type.Integer();
export const Figure = Nullable(Type.Number());
/** Costs, margins and values at cost. */
export const CostAmount = CostOf(Amount);
export const CostFigure = CostOf(Type.Number());

export const PARTS = ['series', 'breakdown'] as const;
export type Part = (typeof PARTS)[number];

const Format = {
  format: Type.Optional(OneOf(['json', 'csv'], { default: 'json' })),
  part: Type.Optional(
    OneOf(PARTS, {
      description: 'Rows of the CSV; the default depends on the report',
    }),
  ),
};

const Days = Type.Integer({
  minimum: -1_000_000,
  maximum: 1_000_000,
  description: 'Number of days up to `to` or today; clamped to the limits of the report',
});

/** The parameters of every report about stores. */
export const REPORT_PARAMETERS = {
  store: Type.Optional(Text(255, 1)),
  from: Type.Optional(CalendarDate),
  to: Type.Optional(CalendarDate),
  days: Type.Optional(Days),
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
  ...Format,
};

export const ReportQuery = Query(REPORT_PARAMETERS);

export const GlobalQuery = Query({ days: Type.Optional(Days), ...Format });

export const Meta = Answer({
  generated_at: Timestamp,
  from: CalendarDate,
  to: CalendarDate,
  days: Type.Integer(),
  store: Nullable(Uuid),
  store_code: Nullable(Type.String()),
  currency: Nullable(Type.String()),
  other_currencies: Type.Array(Type.String(), {
    description: 'Other currencies of these stores; request each with `currency`',
  }),
  time_zone: Type.String({ description: 'Defines today when no dates are given' }),
  clamped: Type.Boolean(),
});

export const Envelope = <D extends TSchema>(data: D) => Answer({ meta: Meta, data });
