import { Ajv, type ErrorObject, type Options } from 'ajv';
import formats from 'ajv-formats';
import { parseMoney } from '../money.js';
import { Failure, type FieldErrors } from './failure.js';
import type { App } from './server.js';

/** More problems than this help nobody, and a hostile body could make thousands. */
const MAX_REPORTED = 50;

export function createAjv(options: Options): Ajv {
  const ajv = new Ajv({ allErrors: true, strict: false, ...options });
  formats.default(ajv);
  ajv.addKeyword({
    keyword: 'money',
    errors: false,
    validate: (_: unknown, value: unknown) => parseMoney(value) !== undefined,
  });
  return ajv;
}

/** Bodies are never coerced and lose unknown keys; queries arrive as text, so numbers are read from it. */
export function installValidation(app: App): void {
  const body = createAjv({ coerceTypes: false, removeAdditional: true, useDefaults: true });
  const text = createAjv({ coerceTypes: 'array', removeAdditional: false, useDefaults: true });
  app.setValidatorCompiler(({ schema, httpPart }) =>
    (httpPart === 'body' ? body : text).compile(schema as object),
  );
  app.setSchemaErrorFormatter((errors, dataVar) =>
    validationFailure(errors as ErrorObject[], dataVar),
  );
}

function validationFailure(errors: ErrorObject[], part: string): Failure {
  const fields: FieldErrors = {};
  for (const error of errors.filter(isTelling).slice(0, MAX_REPORTED)) {
    const [field, message] = describe(error);
    const messages = fields[field] ?? [];
    fields[field] = messages;
    if (message !== undefined && !messages.includes(message)) messages.push(message);
  }
  const unknownQuery =
    part === 'querystring' && errors.some(e => e.keyword === 'additionalProperties');
  return new Failure(
    'invalid',
    unknownQuery ? 'UNKNOWN_PARAMETER' : 'INVALID',
    summary(fields, part),
    { fields },
  );
}

/** Of a field that may be null, only what is wrong with its value is worth telling. */
const isTelling = ({ keyword, params }: ErrorObject): boolean =>
  keyword !== 'anyOf' && !(keyword === 'type' && params.type === 'null');

function summary(fields: FieldErrors, part: string): string {
  const first = Object.entries(fields)
    .slice(0, 5)
    .map(([field, messages]) => `${field === '' ? part : field}: ${messages[0] ?? 'is not valid'}`);
  return first.join('; ');
}

/** In the caller's words, and never with what the caller sent. */
function describe(error: ErrorObject): [field: string, message: string | undefined] {
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  const child = (name: unknown): string => (path === '' ? String(name) : `${path}.${String(name)}`);
  switch (error.keyword) {
    case 'required':
      return [child(error.params.missingProperty), 'This field is required.'];
    case 'additionalProperties':
      return [child(error.params.additionalProperty), 'This parameter is not known here.'];
    case 'enum':
      return [path, `Must be one of: ${error.params.allowedValues.join(', ')}.`];
    case 'money':
      return [path, 'Must be an amount such as "12.50": not negative, at most two decimals.'];
    case 'type':
      return [path, `Must be of type ${[error.params.type].flat().join(' or ')}.`];
    case 'format':
      return [path, `Must be a valid ${error.params.format}.`];
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

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
