import type { Envelope } from '../../../platform/http/envelope.js';
import { ACP_VERSION, ErrorAnswer } from './schemas.js';

/** Codes that the protocol names; others are ours, in lower case. */
const CODES: Record<string, string> = {
  INVALID: 'invalid',
  UNKNOWN_SKU: 'invalid',
  IDEMPOTENCY_KEY_BODY_MISMATCH: 'idempotency_conflict',
  IDEMPOTENCY_KEY_BUSY: 'idempotency_in_flight',
  AGE_VERIFICATION_REQUIRED: 'age_verification_required',
};

function typeOf(status: number): string {
  if (status === 503) return 'service_unavailable';
  return status >= 500 ? 'processing_error' : 'invalid_request';
}

export const acpEnvelope: Envelope = {
  schema: ErrorAnswer,
  body: failure => {
    const { code, message, extra } = failure;
    const [field] = Object.keys(extra.fields ?? {});
    return {
      type: typeOf(failure.status),
      code: CODES[code] ?? code.toLowerCase(),
      message,
      ...(field !== undefined && { param: `$.${field}` }),
      ...(code.endsWith('_API_VERSION') && { supported_versions: [ACP_VERSION] }),
    };
  },
};
