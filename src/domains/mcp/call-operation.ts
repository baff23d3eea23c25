import { invalidField, notFound } from '../../platform/http/failure.js';
import type { App } from '../../platform/http/server.js';
import { bodyCheck } from '../../platform/http/validation.js';
import type { Platform } from '../../platform/platform.js';
import { canInChain, requireAccess } from '../access/index.js';
import { type AskedApproval, approveCall, type PlannedChange } from './approve-call.js';
import { type CallArguments, readArguments } from './call-arguments.js';
import { type Caller, callRoute, type RouteAnswer } from './call-route.js';
import type { Operation, OperationIndex } from './operations.js';
import { unknownNameIn } from './rules.js';

export type CallContext = {
  platform: Platform;
  app: App;
  operations: OperationIndex;
  caller: Caller;
};

export type CallOutcome = RouteAnswer | { asked: AskedApproval };

/**
 * Calls an operation for a program. A read goes to its route at once. A change needs the right of the
 * caller, and then the policy of the store or an approval: the route is not asked before, because
 * the caller may be given the right meanwhile.
 */
export async function callOperation(
  context: CallContext,
  name: string,
  sent: Record<string, unknown>,
): Promise<CallOutcome> {
  const { platform, app, operations, caller } = context;
  const operation = operations.named(name);
  if (operation === undefined) throw notFound('Operation');
  const args = readArguments(sent);
  if (operation.method !== 'get') {
    requireAccess(caller.staff, operation);
    refuseUnknown(operation, args);
    if (operation.body !== undefined) bodyCheck(operation.body)(structuredClone(args.body ?? null));
    const read = await readRecord(context, operation, args);
    const asked = await approveCall(platform, caller.staff, { operation, args, ...read });
    if (asked) return { asked };
  }
  return callRoute(app, caller, operation, args);
}

/** The route ignores them; a person who approves the call would read them. */
function refuseUnknown({ params, query, body }: Operation, args: CallArguments): void {
  const parts = { path: params, query, body };
  for (const place of ['path', 'query', 'body'] as const) {
    const name = unknownNameIn(parts[place], args[place]);
    if (name !== undefined) throw invalidField(`${place}.${name}`, 'There is no such field.');
  }
}

/** Whether the route would admit the caller. */
export function mayCall({ staff }: Pick<Caller, 'staff'>, operation: Operation): boolean {
  const place = staff.till === null ? 'office' : 'till';
  return operation.from.includes(place) && canInChain(staff, operation.permission);
}

/** The record that a change is about, read with the rights of the caller; undefined without one. */
async function readRecord(
  { app, operations, caller }: CallContext,
  operation: Operation,
  args: CallArguments,
): Promise<Pick<PlannedChange, 'record' | 'isRecordHidden'>> {
  const read = operations.readOf(operation);
  if (read === undefined) return { record: undefined, isRecordHidden: false };
  const named = namesIn(operation.path).map(name => args.path[name]);
  const path = Object.fromEntries(namesIn(read.path).map((name, at) => [name, named[at]]));
  const answer = await callRoute(app, caller, read, { ...args, path, query: {}, body: undefined });
  if (answer.status !== 200 || typeof answer.body !== 'object') {
    return { record: undefined, isRecordHidden: answer.status === FORBIDDEN };
  }
  const fields = (answer.body ?? {}) as Record<string, unknown>;
  return { record: { path: read.path, schema: read.answer, fields }, isRecordHidden: false };
}

const FORBIDDEN = 403;

const namesIn = (path: string): string[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, n = '']) => n);
