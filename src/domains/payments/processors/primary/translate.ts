import Stripe from 'stripe';
import { isTransient, keyReused, refused, uncertain } from '../errors.js';

/** Translates the errors of the SDK, except those that `known` turns into a value. */
export async function translated<T, Known = never>(
  call: Promise<T>,
  known: (error: Stripe.errors.StripeError) => Known | undefined = () => undefined,
): Promise<T | Known> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const answer = known(error);
    if (answer !== undefined) return answer;
    if (error.type === 'StripeIdempotencyError' && error.statusCode === 400) throw keyReused();
    // Without a status there was no answer; the SDK reports that as a connection error.
    if (error.statusCode === undefined) throw uncertain('no_answer');
    if (isTransient(error.statusCode)) throw uncertain('processor_error');
    throw refused(error.code ?? 'processor_refused', error.message);
  }
}
