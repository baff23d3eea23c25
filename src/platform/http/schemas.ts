import { type Static, type TProperties, type TSchema, Type } from 'typebox';

export { type Static, type TSchema, Type };

/** A request body or part of one: keys it does not name are dropped before the handler sees it. */
export const Body = <T extends TProperties>(properties: T, options: object = {}) =>
  Type.Object(properties, { ...options, additionalProperties: false });

/** A query string: parameters it does not name are refused by name. */
export const Query = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

/** The query of a public page, where links may carry tracking tags. */
export const OpenQuery = <T extends TProperties>(properties: T) => Type.Object(properties);

export const Params = <T extends TProperties>(properties: T) => Type.Object(properties);

/** An answer: exactly these keys leave the service. */
export const Answer = <T extends TProperties>(properties: T, options: object = {}) =>
  Type.Object(properties, { ...options, additionalProperties: false });

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const Uuid = Type.String({ format: 'uuid' });
export const Timestamp = Type.String({ format: 'date-time', description: 'UTC, ISO 8601 with Z' });
/** How moments may come in: with seconds and offset or without; see `momentOf`. */
export const Moment = Type.String({
  format: 'moment',
  maxLength: 40,
  description: 'ISO 8601; without an offset it is UTC',
});
export const CalendarDate = Type.String({ format: 'date' });

/** How amounts leave the service: always two digits. */
export const Money = Type.String({ pattern: '^-?\\d{1,10}\\.\\d{2}$', examples: ['12.50'] });

/** How amounts may come in: "12.5", "12" or 12.5; checked by the `money` keyword. */
export const MoneyInput = Type.Unsafe<string | number>({
  money: true,
  type: ['string', 'number'],
  examples: ['12.50'],
  description: 'Not negative, at most two decimals.',
});

/** Text without limits invites abuse; this is the widest we take for names and short notes. */
export const Text = (maxLength: number, minLength = 0) => Type.String({ minLength, maxLength });

/** One of a fixed set of words. */
export const OneOf = <const T extends readonly string[]>(values: T, options: object = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });

export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  cursor: Type.Optional(Type.String({ maxLength: 500 })),
};
