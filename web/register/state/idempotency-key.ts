import { ApiError, newKey } from '@tillhouse/client';
import { useState } from 'react';

/**
 * Whether the service rejected the request for good. After a busy key, a rate limit, a server error
 * or an expired login, an earlier attempt may still have succeeded.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && !error.isRetryable && error.status !== 401;

/** Keeps its key until the request is rejected; the corrected request needs a new key. */
export function useIdempotencyKey(): {
  key: string;
  renew: () => void;
  onError: (error: unknown) => void;
} {
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
