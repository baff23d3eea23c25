import type { FastifyInstance } from 'fastify';
import { createAjv } from '../../src/platform/http/validation.js';

const ajv = createAjv({});
/** Keyed by text: each service of a process creates its own but equal schema objects. */
const byText = new Map<string, ReturnType<typeof ajv.compile>>();
const validators = new WeakMap<object, ReturnType<typeof ajv.compile>>();

function validatorOf(schema: object): ReturnType<typeof ajv.compile> {
  const known = validators.get(schema);
  if (known) return known;
  const text = JSON.stringify(schema);
  const validate = byText.get(text) ?? ajv.compile(schema);
  byText.set(text, validate);
  validators.set(schema, validate);
  return validate;
}

/**
 * Validates every JSON response of a test service against the schema that its route declares for
 * that status. A mismatch or an undeclared status fails the request.
 */
export function checkAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const declared = request.routeOptions.schema?.response as Record<string, object> | undefined;
    const type = String(reply.getHeader('content-type') ?? '');
    if (
      request.is404 ||
      declared === undefined ||
      typeof payload !== 'string' ||
      !type.includes('json')
    ) {
      return payload;
    }
    const status = reply.statusCode;
    let schema = declared[status] ?? declared[`${Math.floor(status / 100)}xx`];
    if (schema && 'content' in schema) {
      schema = (schema.content as Record<string, { schema: object }>)['application/json']?.schema;
    }
    if (schema === undefined)
      throw new Error(`${request.routeOptions.url} does not declare ${status}`);
    const validate = validatorOf(schema);
    if (!validate(JSON.parse(payload))) {
      throw new Error(
        `${request.method} ${request.routeOptions.url} ${status} does not fit its schema: ${ajv.errorsText(validate.errors)}\n${payload}`,
      );
    }
    return payload;
  });
}
