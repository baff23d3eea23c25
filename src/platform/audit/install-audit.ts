import type { FastifyInstance, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify';
import { watchTransactions } from '../database/tx-scope.js';
import { comparedPatternOf } from '../http/records/install-etags.js';
import { Precondition } from '../http/records/precondition.js';
import type { RecordRoutes } from '../http/records/record-routes.js';
import type { Platform } from '../platform.js';
import { AuditedCall, type CallPlan } from './audited-call.js';
import type { ShowValue } from './changes.js';
import { type AuditedRoute, describeRoute } from './describe-route.js';
import type { Actor } from './entry.js';
import { secretsIn } from './secrets-in.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `none`: the call changes nothing, or it is a sale, which is a record of who did what itself.
     * `login`: refused calls are written too. `password_reset`: the same for a reset by mail.
     */
    audit?: 'none' | 'login' | 'password_reset';
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

export type AuditOptions = {
  platform: Platform;
  records: RecordRoutes;
  /** Null for a caller without a login. */
  actorOf(request: FastifyRequest): Actor | null;
  show: ShowValue;
};

/** Writes an entry for every call of the area that changes something, and checks `If-Match`. */
export function installAudit(area: FastifyInstance, options: AuditOptions): void {
  area.addHook('onRoute', route => {
    const methods = [route.method].flat().map(String);
    if (methods.some(method => SAFE.has(method)) || route.config?.audit === 'none') return;
    route.handler = audited(area, route, route.handler, options);
  });
}

/** The action of a call that logs somebody in; undefined for any other. */
function loginActionOf({ config }: RouteOptions): 'login' | 'password_reset' | undefined {
  return config?.audit === 'none' ? undefined : config?.audit;
}

function audited(
  area: FastifyInstance,
  route: RouteOptions,
  handler: RouteHandlerMethod,
  { platform, records, actorOf, show }: AuditOptions,
): RouteHandlerMethod {
  const login = loginActionOf(route);
  const isLogin = login !== undefined;
  const secrets = secretsIn(route.schema?.body);
  const compared = comparedPatternOf(route);
  let described: AuditedRoute | undefined;
  return async (request, reply) => {
    const actor = actorOf(request);
    const work = async (): Promise<unknown> => handler.call(area, request, reply);
    if (actor === null && !isLogin) return work();
    // All routes are known at the first request, not at registration.
    described ??= isLogin
      ? { recordType: 'login', action: login, pattern: undefined, keys: 0 }
      : describeRoute(request.method, route.url, records);
    const precondition =
      compared === undefined ? undefined : Precondition.of(request, records, compared);
    const plan: CallPlan = { route: described, isLogin, records, secrets, show, precondition };
    const call = new AuditedCall(platform, request, actor, plan);
    try {
      await precondition?.checkBefore(request);
      const result = await watchTransactions(call, work);
      await call.succeeded(reply);
      if (compared !== undefined) request.changedTag = call.changedTag;
      return result;
    } catch (error) {
      await call.refused(error);
      throw precondition ? await precondition.answerTo(error) : error;
    }
  };
}
