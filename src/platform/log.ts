import { type LogFn, type Logger, pino, stdSerializers } from 'pino';
import { maskCardsInText } from './cards/numbers.js';
import { currentSpan } from './tracing/span.js';

export type Log = Logger;

/** Redacted wherever they appear, in case a caller logs them by mistake. */
const SECRET_KEYS = [
  'authorization',
  'cookie',
  'password',
  'pin',
  'pin_code',
  'otp',
  'token',
  'access',
  'refresh',
  'access_token',
  'cart_token',
  'registration_token',
  'client_secret',
  'secret',
  'cardNumber',
  'card_number',
  'set-cookie',
  'x-cart-session-token',
  'x-device-token',
  'kyc-vendor-signature',
  'cms-webhook-signature',
];

const redactionOf = (keys: readonly string[]) => ({
  paths: keys.flatMap(key => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`, `*.*.*["${key}"]`]),
  censor: '[redacted]',
});

/** The same log, which also redacts keys that only a domain knows, such as signature headers. */
export const redacting = (log: Log, keys: readonly string[]): Log =>
  log.child({}, { redact: redactionOf([...SECRET_KEYS, ...keys]) });

/** Links a log line to its trace. */
const traceId = (): object => {
  const span = currentSpan();
  return span === undefined ? {} : { trace_id: span.traceId };
};

/** PostgreSQL names the values of a refused row in `detail`: names and phones of customers, too. */
function withoutValues(error: Error): object {
  const { detail: _, where: __, ...shown } = stdSerializers.err(error);
  return shown;
}

/** A value that cannot be serialized or redacted costs its log line, never the request. */
function logSafely(this: Logger, args: Parameters<LogFn>, write: LogFn): void {
  try {
    write.apply(this, args);
  } catch {
    const message = args.find(arg => typeof arg === 'string');
    write.apply(this, [{ unserializable: true }, message ?? '']);
  }
}

export function createLog(
  level: string,
  destination?: { write(line: string): void },
  isTraced = false,
): Log {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: redactionOf(SECRET_KEYS),
    serializers: { err: withoutValues },
    hooks: { streamWrite: maskCardsInText, logMethod: logSafely },
    ...(isTraced && { mixin: traceId }),
  };
  return destination
    ? pino(options, destination)
    : pino(options, pino.destination({ fd: 1, sync: false }));
}
