import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { afterAll, expect } from 'vitest';
import type { EventDefinition } from '../../src/platform/work/events/define-event.js';
import { setEventCheck } from '../../src/platform/work/events/outbox.js';

const ajv = new Ajv({ allErrors: true, strict: false });
formats.default(ajv);
const validators = new WeakMap<object, ValidateFunction>();

/** The same schema, but no object may have keys that it does not declare. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, strict(value)]),
  );
  return copy.type === 'object' ? { additionalProperties: false, ...copy } : copy;
}

function validatorOf({ schema }: EventDefinition): ValidateFunction {
  const known = validators.get(schema) ?? ajv.compile(strict(schema) as object);
  validators.set(schema, known);
  return known;
}

/** A violation in a job only shows as a retry, so each test file also fails at its end. */
const violations: string[] = [];

/** The violations since the last call; for tests that provoke one. */
export const takeViolations = (): string[] => violations.splice(0);

setEventCheck((definition, data) => {
  const validate = validatorOf(definition);
  if (validate(data)) return;
  const errors = ajv.errorsText(validate.errors, { dataVar: definition.event });
  const problem = `${errors}: ${JSON.stringify(data)}`;
  violations.push(problem);
  throw new Error(problem);
});

afterAll(() => {
  expect(takeViolations(), 'events that do not fit their schema').toEqual([]);
});
