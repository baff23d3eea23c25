import { MINUTE_MS } from '../../platform/clock.js';
import { conflict, tooMany } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { readerMethod } from './methods/reader-method.js';
import type { ReaderState } from './processors/reader.js';
import { processorFor } from './processors/registry.js';

/** Processors bill or limit calls. */
const CHECKS_A_MINUTE = 20;

/** Asks the processor of card payments for the reader of a till; no payment is made. */
export async function checkReader(
  platform: Platform,
  terminalId: string,
  readerId: string | null,
): Promise<ReaderState> {
  const method = await readerMethod(platform, platform.db);
  const reader = method && processorFor(platform, method.processor_type).reader;
  if (reader === undefined) {
    throw conflict('NO_READER', 'No payment method in use works with a card reader.');
  }
  if (reader.needsReaderId && readerId === null) {
    throw conflict('NO_READER', 'Enter the id of the card reader first.');
  }
  const { limits } = platform;
  const verdict = await limits.throttle('reader-checks', terminalId, CHECKS_A_MINUTE, MINUTE_MS);
  if (verdict.blocked) {
    throw tooMany('This card reader was tested too often.', verdict.retryAfterSeconds);
  }
  return reader.state(readerId);
}
