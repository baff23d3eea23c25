import { setImmediate as nextIteration } from 'node:timers/promises';
import { Ajv, type ErrorObject, type Options } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import formats from 'ajv-formats';
import createSerializer from 'fast-json-stringify';
import type { FastifyValidationResult } from 'fastify/types/schema.js';
import { momentOf } from '../clock.js';
import { isAmount, parseHundredths } from '../money.js';
import { parseThousandths } from '../quantity.js';
import { Failure, type FieldErrors } from './failure.js';
import { rememberFine } from './fine-amounts.js';
import type { App } from './server.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** Compiles the remaining schemas, one per iteration of the event loop. */
    compileAhead(): Promise<void>;
  }
}

/** RFC 3339 without leap seconds, which `Date` does not support. */
const RFC_3339 = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:?\d\d)?)$/i;

/** A hostile body could cause thousands of errors. */
const MAX_REPORTED = 50;

export function createAjv(options: Options): Ajv {
  const ajv = new Ajv({ allErrors: true, strict: false, ...options });
  formats.default(ajv);
  const isMoment = (text: string): boolean => momentOf(text) !== undefined;
  ajv.addFormat('moment', isMoment);
  ajv.addFormat('date-time', text => RFC_3339.test(text) && isMoment(text));
  ajv.addKeyword({
    keyword: 'money',
    errors: false,
    validate: (digits: 2 | 3, value: unknown, _?: unknown, at?: DataValidationCxt) => {
      if (parseHundredths(value) !== undefined) return true;
      if (digits === 2 || !isAmount(value)) return false;
      if (at) rememberFine(at.rootData, at.instancePath, value);
      return true;
    },
  });
  ajv.addKeyword({
    keyword: 'quantity',
    errors: false,
    error: { message: ({ schema }) => describeRange(schema as QuantityRange) },
    validate: ({ minimum, maximum }: QuantityRange, value: unknown) => {
      const isNegative = typeof value === 'number' && value < 0 && minimum < 0;
      const size = parseThousandths(isNegative ? -value : value);
      const thousandths = isNegative && size !== undefined ? -size : size;
      return (
        thousandths !== undefined &&
        (thousandths > 0 || (minimum === 0 ? thousandths === 0 : thousandths < 0)) &&
        Math.abs(thousandths) <= maximum * 1000
      );
    },
  });
  return ajv;
}

/** Range of a quantity in units; 0 is refused unless it is the minimum. */
type QuantityRange = { minimum: number; maximum: number };

const describeRange = ({ minimum, maximum }: QuantityRange): string =>
  minimum < 0
    ? `must be a quantity up to ${maximum}, not 0, with at most three decimals`
    : `must be a quantity ${minimum === 0 ? 'from 0' : 'above 0'} up to ${maximum} with at most three decimals`;

/** Bodies: no coercion, unknown keys dropped. Queries arrive as text and are coerced to numbers. */
const bodies = createAjv({ coerceTypes: false, removeAdditional: true, useDefaults: true });
const texts = createAjv({
  coerceTypes: 'array',
  removeAdditional: false,
  useDefaults: true,
  // Errors carry the value, for the message about an unknown ordering.
  verbose: true,
});

const bodyValidator = onceBySchema(schema => bodies.compile(schema));
const textValidator = onceBySchema(schema => texts.compile(schema));
export const serializerOf = onceBySchema(schema => createSerializer(schema));

/** Equal schemas share one compiled result, across routes and across services in one process. */
function onceBySchema<T>(compile: (schema: object) => T): (schema: object) => T {
  const known = new Map<string, T>();
  return schema => {
    const text = JSON.stringify(schema);
    const compiled = known.get(text) ?? compile(schema);
    known.set(text, compiled);
    return compiled;
  };
}

/**
 * Compiling the schemas of all routes takes seconds, so each is compiled at its first use, or by
 * `compileAhead` once the service listens.
 */
export function installValidation(app: App): void {
  const compilers: (() => unknown)[] = [];
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const compiled = once(() =>
      (httpPart === 'body' ? bodyValidator : textValidator)(schema as object),
    );
    compilers.push(compiled);
    const validate: FastifyValidationResult = data => {
      const check = compiled();
      const isValid = check(data) as boolean;
      validate.errors = check.errors as FastifyValidationResult['errors'];
      return isValid;
    };
    return validate;
  });
  app.setSerializerCompiler(({ schema }) => {
    const compiled = once(() => serializerOf(schema as object));
    compilers.push(compiled);
    return data => compiled()(data);
  });
  app.setSchemaErrorFormatter((errors, dataVar) =>
    validationFailure(errors as ErrorObject[], dataVar),
  );
  app.decorate('compileAhead', async () => {
    for (const compile of compilers) {
      compile();
      await nextIteration();
    }
  });
}

/** Validates data that is not a request body, such as a row of a file, against a body schema. */
export function bodyCheck(schema: object): (data: unknown) => void {
  const compiled = once(() => bodyValidator(schema));
  return data => {
    const check = compiled();
    if (!check(data)) throw validationFailure(check.errors ?? [], 'row');
  };
}

/** Whether the parameters of a path are valid; converts them as for a request. */
export const areParams = (schema: object, params: object): boolean =>
  textValidator(schema)(params) as boolean;

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function validationFailure(errors: ErrorObject[], part: string): Failure {
  // No prototype: callers choose the field names, and one may be `__proto__`.
  const fields: FieldErrors = Object.create(null);
  for (const error of errors.filter(isSpecific).slice(0, MAX_REPORTED)) {
    const [field, message] = describe(error);
    const messages = fields[field] ?? [];
    fields[field] = messages;
    if (message !== undefined && !messages.includes(message)) messages.push(message);
  }
  let code = 'INVALID';
  if (part === 'querystring') {
    if (errors.some(isOrdering)) code = 'UNKNOWN_ORDERING';
    if (errors.some(error => error.keyword === 'additionalProperties')) code = 'UNKNOWN_PARAMETER';
  }
  return new Failure('invalid', code, summary(fields, part), { fields });
}

const isOrdering = ({ keyword, instancePath }: ErrorObject): boolean =>
  keyword === 'enum' && instancePath === '/ordering';

/** Names the field, and echoes only input that looks like the name of one. */
function describeOrdering({ data, params }: ErrorObject): string {
  const [, name] = /^-?(\w{1,50})$/.exec(String(data)) ?? [];
  const choices = params.allowedValues.join(', ');
  return `Cannot be ordered by ${name ?? 'this'}; choose one of: ${choices}.`;
}

/** For a nullable field, "must be null" and "anyOf" add nothing to the error about its value. */
const isSpecific = ({ keyword, params }: ErrorObject): boolean =>
  keyword !== 'anyOf' && !(keyword === 'type' && params.type === 'null');

function summary(fields: FieldErrors, part: string): string {
  const first = Object.entries(fields)
    .slice(0, 5)
    .map(([field, messages]) => `${field === '' ? part : field}: ${messages[0] ?? 'is not valid'}`);
  return first.join('; ');
}

/** Names the field and the rule; no value is echoed except the name of an ordering. */
function describe(error: ErrorObject): [field: string, message: string | undefined] {
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  const child = (name: unknown): string => (path === '' ? String(name) : `${path}.${String(name)}`);
  switch (error.keyword) {
    case 'required':
      return [child(error.params.missingProperty), 'This field is required.'];
    case 'additionalProperties':
      return [child(error.params.additionalProperty), 'This parameter is not known here.'];
    case 'enum':
      if (isOrdering(error)) return [path, describeOrdering(error)];
      return [path, `Must be one of: ${error.params.allowedValues.join(', ')}.`];
    case 'money':
      return [path, MONEY_RULE];
    case 'type':
      return [path, `Must be of type ${[error.params.type].flat().join(' or ')}.`];
    case 'format':
      return [
        path,
        `Must be a valid ${error.params.format === 'moment' ? 'date-time' : error.params.format}.`,
      ];
    case 'minLength':
      return [
        path,
        error.params.limit === 1
          ? 'Must not be empty.'
          : `Must have at least ${error.params.limit} characters.`,
      ];
    case 'maxLength':
      return [path, `Must have at most ${error.params.limit} characters.`];
    case 'pattern':
      return [path, 'Does not have the expected form.'];
    default:
      return [path, `${capitalised(error.message ?? 'is not valid')}.`];
  }
}

/** The refusal of a finer amount names the decimals of its currency. */
const MONEY_RULE = 'Must be an amount such as "12.50": not negative, at most two decimals.';

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
