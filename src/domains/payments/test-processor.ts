import { MINUTE_MS } from '../../platform/clock.js';
import { tooMany } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { ProcessorError } from './processors/errors.js';
import { type ProcessorType, processorFor } from './processors/registry.js';

/** Processors bill or limit calls. */
const TESTS_A_MINUTE = 10;

/** No processor has a payment with this id. */
const NO_PAYMENT = 'pi_tillhouse_connection_test';

export type ProcessorTest = { works: boolean; reason: string | null };

/** Asks the processor for a payment that does not exist: only valid credentials learn that. */
export async function testProcessor(
  platform: Platform,
  type: ProcessorType,
): Promise<ProcessorTest> {
  const verdict = await platform.limits.throttle(
    'processor-tests',
    type,
    TESTS_A_MINUTE,
    MINUTE_MS,
  );
  if (verdict.blocked) {
    throw tooMany('This processor was tested too often.', verdict.retryAfterSeconds);
  }
  try {
    const found = await processorFor(platform, type).find({ paymentId: NO_PAYMENT });
    return found?.outcome === 'unknown'
      ? { works: false, reason: found.reason }
      : { works: true, reason: null };
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error;
    return { works: false, reason: error.code };
  }
}
