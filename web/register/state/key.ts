import { ApiError, newKey } from '@tillhouse/client';
import { useState } from 'react';

/**
 * Whether the service has said no for good. After a busy key, a limit, a fault or a login that is
 * over, an earlier try may still have been done.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && !error.isRetryable && error.status !== 401;

/** A key kept while the outcome is open; what was refused may be corrected, and needs a new one. */
export function useKey(): { key: string; renew: () => void; onError: (error: unknown) => void } {
  const [key, setKey] = useState(newKey);
  const renew = (): void => setKey(newKey());
  return {
    key,
    renew,
    onError: error => {
      if (isRefusal(error)) renew();
    },
  };
}
