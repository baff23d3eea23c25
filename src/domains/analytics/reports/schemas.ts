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

/** Sums may be wider than any single amount. */
export const Amount = Type.String({ pattern: '^-?\\d{1,14}\\.\\d{2}$', examples: ['1234.50'] });
export const Count = Type.Integer();
export const Figure = Nullable(Type.Number());

export const PARTS = ['series', 'breakdown'] as const;
export type Part = (typeof PARTS)[number];

const Format = {
  format: Type.Optional(OneOf(['json', 'csv'], { default: 'json' })),
  part: Type.Optional(
    OneOf(PARTS, {
      description: 'Which rows a CSV holds; each report has its own',
    }),
  ),
};

const Days = Type.Integer({
  minimum: -1_000_000,
  maximum: 1_000_000,
  description: 'Until `to` or today; cut to what the report allows',
});

export const ReportQuery = Query({
  store: Type.Optional(Text(255, 1)),
  from: Type.Optional(CalendarDate),
  to: Type.Optional(CalendarDate),
  days: Type.Optional(Days),
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
  ...Format,
});

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
    description: 'Of the stores asked for; ask again with `currency` to see them',
  }),
  time_zone: Type.String({ description: 'Whose today is meant when no dates are given' }),
  clamped: Type.Boolean(),
});

export const Envelope = <D extends TSchema>(data: D) => Answer({ meta: Meta, data });
