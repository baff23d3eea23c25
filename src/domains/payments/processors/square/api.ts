import type { SquareClient, SquareError } from 'square';
import { isTransient, keyReused, ProcessorError, refused, required, uncertain } from '../errors.js';
import { callProcessor, processorFetch } from '../http.js';
import { TIMEOUT_MS } from '../processor.js';

export type SquareOptions = {
  accessToken: string;
  apiBase: string;
  /** Where cards of the web shop are charged; unset: the main location. */
  locationId?: string | undefined;
  timeoutMs?: number;
  settleMs?: number;
};

type RequestOptions = { abortSignal: AbortSignal };

/** Calls the SDK and translates its errors, except those that `known` turns into a value. */
export type Call = <T, Known = never>(
  work: (square: SquareClient, options: RequestOptions) => Promise<T>,
  known?: (error: SquareError) => Known | undefined,
) => Promise<T | Known>;

/**
 * Each operation gets its own `Call`: its calls share one time-out. The SDK has 4,000 modules
 * (80 MB of memory, 2 s of CPU), so only a shop that uses Square loads it.
 */
export function createSquareApi(options: SquareOptions): () => Promise<Call> {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const loading = import('square').then(sdk => ({
    SquareError: sdk.SquareError,
    client: new sdk.SquareClient({
      token: options.accessToken,
      baseUrl: options.apiBase,
      timeoutInSeconds: timeoutMs / 1_000,
      // The SDK would repeat a request twice; `processorFetch` and the caller decide instead.
      maxRetries: 0,
      fetch: processorFetch,
    }),
  }));
  // The first operation reports the error.
  loading.catch(() => undefined);
  return async () => {
    const { client, SquareError } = await loading;
    // The SDK's own time-out ends with the response header; this one also covers the body.
    const abortSignal = AbortSignal.timeout(timeoutMs);
    return async (work, known) => {
      try {
        return await work(client, { abortSignal });
      } catch (error) {
        if (error instanceof ProcessorError) throw error;
        // The SDK throws a parse error for a success without a body; the card may be charged.
        if (!(error instanceof SquareError)) throw uncertain('odd_answer');
        const value = known?.(error);
        if (value !== undefined) return value;
        throw abortSignal.aborted ? uncertain('timeout') : translated(error);
      }
    };
  };
}

/** The SDK has no method for this endpoint, which its API version no longer describes. */
const MOBILE_VERSION = '2025-10-16';

export async function authorizationCode(
  call: Call,
  options: SquareOptions,
  locationId: string,
): Promise<string> {
  const { status, body } = await call((_, { abortSignal }) =>
    callProcessor({
      method: 'POST',
      url: `${options.apiBase}/mobile/authorization-code`,
      headers: {
        authorization: `Bearer ${options.accessToken}`,
        'square-version': MOBILE_VERSION,
      },
      body: { location_id: locationId },
      deadline: abortSignal,
    }),
  );
  const reply = body as { authorization_code?: string; errors?: ApiError[] };
  if (status >= 300) throw translated({ statusCode: status, errors: reply.errors ?? [] });
  return required(reply.authorization_code);
}

type ApiError = { code?: string; detail?: string | undefined };

function translated({
  statusCode,
  errors: [error],
}: {
  statusCode?: number | undefined;
  errors: ApiError[];
}): ProcessorError {
  if (statusCode === undefined) return uncertain('connection_lost');
  if (isTransient(statusCode)) return uncertain('processor_error');
  // A success that the SDK cannot read.
  if (statusCode < 300) return uncertain('odd_answer');
  if (error?.code === 'IDEMPOTENCY_KEY_REUSED') return keyReused();
  return refused(codeOf(error), error?.detail);
}

/** The SDK makes up the code `Unknown` for an answer without one. */
export const codeOf = (error: { code?: string } | undefined): string =>
  error?.code === undefined || error.code === 'Unknown'
    ? 'processor_refused'
    : error.code.toLowerCase();
