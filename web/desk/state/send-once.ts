import { ApiError, newKey } from '@tillhouse/client';
import { useState } from 'react';

type Send = <Result>(body: object, send: (key: string) => Promise<Result>) => Promise<Result>;

/** Whether the service has answered for good: a timeout of a proxy may hide a request that worked. */
const isAnswered = (error: unknown): boolean => error instanceof ApiError && !error.isRetryable;

/**
 * Sends a body with its Idempotency-Key, which is kept until an answer arrives: the same body sent
 * again after a lost answer is applied once, and after an answer it is a new request.
 */
export function sendOnce(): Send {
  const keys = new Map<string, string>();
  return async (body, send) => {
    const text = JSON.stringify(body);
    const key = keys.get(text) ?? newKey();
    keys.set(text, key);
    try {
      const result = await send(key);
      keys.delete(text);
      return result;
    } catch (error) {
      if (isAnswered(error)) keys.delete(text);
      throw error;
    }
  };
}

export function useSendOnce(): Send {
  const [send] = useState(sendOnce);
  return send;
}
