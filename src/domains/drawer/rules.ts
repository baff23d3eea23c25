import { Failure, invalidField } from '../../platform/http/failure.js';

/** Tills know these words; only the first does something here. */
export const OPERATIONS = ['open', 'close', 'count', 'deposit'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** The reason for opening a drawer, or why this cannot be done. */
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
