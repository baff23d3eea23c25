export type FieldErrors = Record<string, string[]>;

/** A refusal of the service, whichever of its two shapes it came in. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    /** Stable, UPPER_SNAKE; programs branch on it, people read `message`. */
    readonly code: string,
    message: string,
    readonly fields: FieldErrors = {},
    readonly details: Record<string, unknown> = {},
    readonly retryAfterSeconds?: number,
    readonly requestId?: string,
  ) {
    super(message);
  }

  get isRetryable(): boolean {
    return this.status >= 500 || this.status === 429 || this.code === 'IDEMPOTENCY_KEY_BUSY';
  }
}

/** No answer came: whether the service did what was asked is unknown. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isMessages = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(item => typeof item === 'string');

/** Reads `{detail, code, errors}` and `{success false, error, code, details}` alike. */
export async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const said = isRecord(body) ? body : {};
  const text = (name: string): string | undefined =>
    typeof said[name] === 'string' ? said[name] : undefined;
  const details = isRecord(said.details) ? said.details : {};
  const errors = isRecord(said.errors) ? said.errors : details;
  const fields = Object.entries(errors).filter((entry): entry is [string, string[]] =>
    isMessages(entry[1]),
  );
  const retryAfter = Number(response.headers.get('retry-after'));
  return new ApiError(
    response.status,
    text('code') ?? `HTTP_${response.status}`,
    text('detail') ?? text('error') ?? text('message') ?? `HTTP ${response.status}`,
    Object.fromEntries(fields),
    // 412: the record as it is now.
    isRecord(said.current) ? { ...details, current: said.current } : details,
    retryAfter > 0 ? retryAfter : undefined,
    response.headers.get('x-request-id') ?? undefined,
  );
}
