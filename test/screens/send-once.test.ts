import { ApiError, Unreachable } from '@tillhouse/client';
import { describe, expect, it } from 'vitest';
import { sendOnce } from '../../web/desk/state/send-once.js';

/** Sends bodies in turn, each with the error that it ends with, and returns the number of each key. */
async function keysOf(tries: readonly (readonly [object, Error?])[]): Promise<number[]> {
  const send = sendOnce();
  const keys: string[] = [];
  for (const [body, error] of tries) {
    await send(body, async key => {
      keys.push(key);
      if (error !== undefined) throw error;
    }).catch(() => undefined);
  }
  return keys.map(key => keys.indexOf(key));
}

const goods = (quantity: number) => ({ lines: [{ sku: 'MUG-WHITE', quantity }] });
const lost = new Unreachable('no answer');
const failed = (status: number, code: string) => new ApiError(status, code, 'failed');

describe('a form that is sent again', () => {
  it('keeps the key of a body until an answer arrives, also for an equal copy of the body', async () => {
    expect(await keysOf([[goods(1), lost], [goods(1), lost], [goods(1)]])).toEqual([0, 0, 0]);
  });

  it('keeps the key while the outcome is unknown', async () => {
    const unknown = [
      failed(504, 'GATEWAY_TIMEOUT'),
      failed(409, 'IDEMPOTENCY_KEY_BUSY'),
      failed(429, 'RATE_LIMITED'),
    ];
    for (const error of unknown) {
      expect(await keysOf([[goods(1), error], [goods(1)]])).toEqual([0, 0]);
    }
  });

  it('has a new key for another body, and the first one for the first body again', async () => {
    expect(await keysOf([[goods(1), lost], [goods(2), lost], [goods(1)]])).toEqual([0, 1, 0]);
  });

  it('has a new key after a success and after a refusal', async () => {
    expect(await keysOf([[goods(1)], [goods(1)]])).toEqual([0, 1]);
    expect(await keysOf([[goods(1), failed(409, 'INVALID_STATE')], [goods(1)]])).toEqual([0, 1]);
  });
});
