import { type Autocommit, statement } from './tx.js';

/** Turns a field of the record into the parameter that carries it. */
export type Parameter<Fields> = (field: keyof Fields & string) => string;

/**
 * A statement whose parameters are the fields of one record. `build` gets a function that turns a
 * field into its parameter, e.g. `where id = ${$('saleId')}`; a field used twice is sent once.
 * Objects and arrays are sent as JSON. One json parameter read with `json_to_record` would look
 * simpler, but it makes the statements of a till sale 5 to 15 % slower.
 */
export function recordStatement<Fields extends object, Row>(
  build: ($: Parameter<Fields>) => string,
): (writer: Autocommit, fields: Fields) => Promise<Row[]> {
  const names: (keyof Fields & string)[] = [];
  const text = build(name => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return (writer, fields) =>
    statement<Row>(
      writer,
      text,
      names.map(name => parameter(fields[name])),
    );
}

const parameter = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !(value instanceof Date)
    ? JSON.stringify(value)
    : value;
