import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { UNITS, type Unit } from '../quantity.js';

export { type Static, type TProperties, type TSchema, Type };

/** A request body or part of one; unknown keys are dropped before the handler runs. */
export const Body = <T extends TProperties>(properties: T, options: object = {}) =>
  Type.Object(properties, { ...options, additionalProperties: false });

/** A query string; unknown parameters are rejected by name. */
export const Query = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

/** The query of a public page, where links may carry tracking tags. */
export const OpenQuery = <T extends TProperties>(properties: T) => Type.Object(properties);

export const Params = <T extends TProperties>(properties: T) => Type.Object(properties);

/** An answer: only these keys leave the service. */
export const Answer = <T extends TProperties>(properties: T, options: object = {}) =>
  Type.Object(properties, { ...options, additionalProperties: false });

export const Nullable = <T extends TSchema>(schema: T, options: Record<string, unknown> = {}) =>
  Type.Union([schema, Type.Null()], options);

/**
 * Marks a field of a record that changes without anybody changing the record, such as a counter. It
 * is no part of the record's ETag, so that it refuses nobody's change.
 */
export const UNTAGGED = { 'x-untagged': true };

export const Uuid = Type.String({ format: 'uuid' });
export const Timestamp = Type.String({ format: 'date-time', description: 'UTC, ISO 8601 with Z' });
/** A point in time as input, with or without seconds and offset; see `momentOf`. */
export const Moment = Type.String({
  format: 'moment',
  maxLength: 40,
  description: 'ISO 8601; without an offset it is UTC',
});
export const CalendarDate = Type.String({ format: 'date' });

/** An amount as output: two decimals, or three in a currency such as KWD. */
export const Money = Type.String({ pattern: '^-?\\d{1,10}\\.\\d{2,3}$', examples: ['12.50'] });

/**
 * An amount as input: "12.5", "12" or 12.5; checked by the `money` keyword. Whether its currency has
 * a third decimal is checked when the currency is known (`refuseFractions`, `minor`).
 */
export const MoneyInput = Type.Unsafe<string | number>({
  money: 3,
  type: ['string', 'number'],
  examples: ['12.50'],
  description: 'Not negative, with at most as many decimals as the currency has.',
});

/**
 * An amount with a sign as input: "-5.00". Its decimals are checked when the currency is known. The
 * extension says that it is money: the `money` keyword refuses a sign.
 */
export const SignedMoneyInput = Type.String({
  pattern: '^-?\\d{1,10}(\\.\\d{1,3})?$',
  'x-money': 3,
  examples: ['-5.00'],
});

/** An amount or a percentage that no currency belongs to. */
export const TwoDecimals = Type.Unsafe<string | number>({
  ...MoneyInput,
  money: 2,
  description: 'Not negative, at most two decimals.',
});

/**
 * A quantity as input, checked by the `quantity` keyword. Pieces are whole numbers, which is checked
 * when the variant is known (`stepsOf`). A minimum of 0 allows 0, a negative one negative numbers.
 */
export const QuantityInput = (range: { minimum: number; maximum: number }) =>
  Type.Unsafe<number | string>({
    quantity: range,
    type: ['number', 'string'],
    examples: [2],
    description:
      'A whole number; for goods sold by weight, volume or length a number or decimal string with ' +
      'at most three decimals.',
  });

/** A quantity as output, in the unit of the goods. */
export const Quantity = Type.Number({
  description: 'Whole for pieces, else at most three decimals.',
  examples: [2],
});

/** The unit of goods sold by measure, where an answer about pieces has none. */
export const OptionalUnit = Type.Optional(
  Type.Unsafe<Unit>({
    type: 'string',
    enum: [...UNITS],
    description: 'Unit of quantity and price; absent for goods sold by the piece.',
  }),
);

/** Every text input has a length limit. */
export const Text = (maxLength: number, minLength = 0) => Type.String({ minLength, maxLength });

/** One of a fixed set of words. */
export const OneOf = <const T extends readonly string[]>(values: T, options: object = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });

export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  cursor: Type.Optional(Type.String({ maxLength: 500 })),
};

/** Limit of short lists that a till shows whole. */
export const WHOLE_LIMIT = 200;
export const WholePageQuery = {
  ...PageQuery,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: WHOLE_LIMIT, default: WHOLE_LIMIT })),
};
