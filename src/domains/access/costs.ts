import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hiderOf, NEEDS } from '../../platform/http/permitted-fields.js';
import { isNode, type Json, type Node } from '../../platform/http/schema-tree.js';
import { Nullable, type TSchema } from '../../platform/http/schemas.js';
import { can } from './principal.js';
import type { Holder, Permission } from './roles.js';

const PERMISSION: Permission = 'cost.read';

/** A cost, a margin or a value at cost in an answer: null for callers without `cost.read`. */
export const CostOf = <T extends TSchema>(schema: T, description?: string) =>
  Nullable(schema, { [NEEDS]: PERMISSION, ...(description !== undefined && { description }) });

/** Whether the caller may read costs; nobody without a login of staff may. */
export const seesCosts = (holder: Holder | null): boolean =>
  holder !== null && can(holder, PERMISSION);

/** A value of the schema without its costs. */
export function withoutCosts<T>(schema: TSchema, value: T): T {
  const hide = hiderOf(schema, PERMISSION);
  return hide === undefined ? value : (hide(value) as T);
}

/** Hides the costs in the JSON of every route whose schema has some. Files are up to their routes. */
export function hideCosts(app: FastifyInstance): void {
  app.addHook('onRoute', route => {
    const hides = answersOf(route.schema?.response).flatMap(
      schema => hiderOf(schema, PERMISSION) ?? [],
    );
    if (hides.length === 0) return;
    route.preHandler = [
      ...[route.preHandler ?? []].flat(),
      async (request: FastifyRequest) => {
        if (!seesCosts(request.principal)) keepCosts(request.body);
      },
    ];
    const before = [route.preSerialization ?? []].flat();
    route.preSerialization = [
      ...before,
      async (request: FastifyRequest, _reply: unknown, answer: unknown) =>
        seesCosts(request.principal) ? answer : hides.reduce((kept, hide) => hide(kept), answer),
    ];
  });
}

/** A record is sent back as it was read: a null that stands for a hidden cost deletes no cost. */
function keepCosts(sent: unknown): void {
  if (typeof sent !== 'object' || sent === null) return;
  if ('cost' in sent && sent.cost === null) delete sent.cost;
  Object.values(sent).forEach(keepCosts);
}

/** The JSON schemas of a route's answers. */
function answersOf(response: unknown): Node[] {
  return Object.values((response ?? {}) as Record<string, Json>).flatMap(answer => {
    if (!isNode(answer)) return [];
    const { content } = answer;
    if (!isNode(content)) return [answer];
    return Object.values(content).flatMap(type =>
      isNode(type) && isNode(type.schema) ? [type.schema] : [],
    );
  });
}
