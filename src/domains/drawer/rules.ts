import { Failure, invalid, invalidField } from '../../platform/http/failure.js';

/** The API accepts all four, but only `open` is implemented. */
export const OPERATIONS = ['open', 'close', 'count', 'deposit'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** An empty body gets both fields named, although only `open` needs a reason. */
export function refuseEmpty(body: unknown): void {
  const { operation, reason } = (body ?? {}) as Record<string, unknown>;
  if (operation !== undefined || reason !== undefined) return;
  const missing = ['This field is required.'];
  throw invalid('operation and reason are required.', { operation: missing, reason: missing });
}

/** Validates the operation and returns the reason. */
export function reasonToOpen(operation: Operation, reason: string | undefined): string {
  if (operation !== 'open') {
    throw new Failure(
      'not_implemented',
      'NOT_SUPPORTED',
      `A drawer can only be opened here; ${operation} is not supported.`,
    );
  }
  if (reason === undefined) throw invalidField('reason', 'This field is required.');
  if (reason.trim() === '') throw invalidField('reason', 'Must not be empty.');
  return reason;
}
