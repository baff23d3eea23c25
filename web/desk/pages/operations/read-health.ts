import { ApiError, Unreachable } from '@tillhouse/client';
import type { GetResponse } from '../../../shared/api/responses.js';

type Health = GetResponse<'/health/'>;

const TIMEOUT_MS = 10_000;

const isHealth = (body: unknown): body is Health =>
  typeof body === 'object' && body !== null && 'checks' in body;

/** Uses `fetch`: the client of the desk would throw the 500 that a failed check answers with. */
export async function readHealth(baseUrl = ''): Promise<Health> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(`${baseUrl}/health/?format=json`, { signal }).catch(cause => {
    throw new Unreachable('The service does not answer.', { cause });
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (isHealth(body)) return body;
  throw new ApiError(response.status, `HTTP_${response.status}`, `HTTP ${response.status}`);
}
