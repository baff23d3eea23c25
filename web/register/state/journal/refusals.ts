import { ApiError } from '@tillhouse/client';

/** Refusals of the till itself, shown as those of the service. */
const refusal = (code: string, message: string): ApiError => new ApiError(409, code, message);

export const notReady = (): ApiError =>
  refusal('TILL_NOT_READY', 'Connect this till once before it sells without a connection.');

export const busy = (): ApiError =>
  refusal('TILL_BUSY', 'Another payment at this till is not finished. Finish it first.');

/**
 * Only a login of its till can ask for an entry. With this status a payment stays open, and a
 * repeated attempt is the same entry.
 */
export const otherTill = (terminal: string): ApiError =>
  new ApiError(
    401,
    'TILL_CHANGED',
    `This was begun at till ${terminal}. Sign in as till ${terminal} to finish it.`,
    {},
    { terminal },
  );

export const diskFull = (): ApiError =>
  refusal(
    'TILL_DISK_FULL',
    'This device has no space left, so nothing was recorded. Take no money. Free some space first.',
  );

/** Nothing was written. */
export const asRefusal = (error: unknown): unknown =>
  error instanceof DOMException && error.name === 'QuotaExceededError' ? diskFull() : error;
