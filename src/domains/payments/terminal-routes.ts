import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { MINUTE_MS } from '../../platform/clock.js';
import { Failure, invalidField, tooMany } from '../../platform/http/failure.js';
import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import { Answer, Body, OneOf, Text, Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { newId } from '../../platform/ids.js';
import type { Platform } from '../../platform/platform.js';
import { keyScope, type Staff, staff, staffOf } from '../access/index.js';
import { fitsCards, fromSmallestUnit } from './processors/currency.js';
import { ProcessorError } from './processors/errors.js';
import {
  PROCESSOR_NAMES,
  PROCESSOR_TYPES,
  type ProcessorType,
  parseProcessorType,
  processorFor,
  refuseUncharged,
} from './processors/registry.js';

const tags = ['Payments'];
const access = staff('payment.take');
/** Processors bill each call; a busy till makes a few a minute. */
const CALLS_A_MINUTE = 60;

const ProcessorName = Text(50, 1);
const ProcessorAnswer = OneOf(PROCESSOR_TYPES);

const ConnectionAnswer = Answer({ secret: Type.String(), processor_type: ProcessorAnswer });
const CreatePaymentAnswer = Answer({
  payment_intent_id: Type.String(),
  client_secret: Type.String(),
  amount: Type.Integer(),
  currency: Type.String(),
  processor_type: ProcessorAnswer,
});

/** Routes for the card reader of a till. A later request records the payment. */
export function terminalRoutes(app: App, platform: Platform): void {
  const idempotency = createIdempotency(platform);

  app.post(
    '/payments/terminal/connection-token/',
    {
      config: { access, audit: 'none' },
      schema: {
        tags,
        summary: 'Create a connection token for a card reader',
        body: Body({ processor_type: ProcessorName }),
        response: { 200: ConnectionAnswer },
      },
    },
    async request => {
      const type = processorTypeOf(request.body.processor_type);
      refuseUncharged(platform, type, 'processor_type');
      await limitCalls(platform, staffOf(request));
      const { secret } = await withProcessorErrors(() =>
        processorFor(platform, type).connectionToken(),
      );
      return { secret, processor_type: type };
    },
  );

  app.post(
    '/payments/terminal/create-payment/',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Create a payment intent for a card reader; no payment is stored yet',
        headers: IdempotencyHeaders,
        body: Body({
          amount: Type.Integer({ minimum: 1, maximum: 99_999_999, description: 'Smallest unit' }),
          currency: Type.String({ pattern: '^[A-Za-z]{3}$' }),
          processor_type: ProcessorName,
        }),
        response: { 201: CreatePaymentAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      return idempotency.run(request, reply, keyScope(caller), async () => {
        const { amount, currency } = request.body;
        const type = processorTypeOf(request.body.processor_type);
        refuseUncharged(platform, type, 'processor_type');
        await limitCalls(platform, caller);
        const code = currency.toUpperCase();
        const amountMinor = fromSmallestUnit(amount, code);
        if (!fitsCards(amountMinor, code)) {
          throw invalidField(
            'amount',
            'Cards take amounts of this currency only with a last digit of 0.',
          );
        }
        const intent = await withProcessorErrors(() =>
          processorFor(platform, type).createIntent({
            amountMinor,
            currency: code,
            idempotencyKey: processorKey(keyScope(caller), request.headers),
            metadata: metadataOf(caller),
          }),
        );
        const body = {
          payment_intent_id: intent.paymentIntentId,
          client_secret: intent.clientSecret,
          amount,
          currency,
          processor_type: type,
        };
        return { status: 201, body };
      });
    },
  );
}

function processorTypeOf(name: string): ProcessorType {
  const type = parseProcessorType(name);
  if (type === undefined) {
    throw invalidField(
      'processor_type',
      `Must be one of: ${PROCESSOR_NAMES.join(', ')}.`,
      'UNKNOWN_PROCESSOR',
    );
  }
  return type;
}

async function limitCalls({ limits }: Platform, caller: Staff): Promise<void> {
  const key = caller.till?.terminalId ?? caller.sessionId;
  const verdict = await limits.throttle('terminal-payments', key, CALLS_A_MINUTE, MINUTE_MS);
  if (verdict.blocked) {
    throw tooMany('This till calls its processor too often.', verdict.retryAfterSeconds);
  }
}

/** Derived from the request's key, so that a retry after a crash finds the same payment. */
function processorKey(scope: string, headers: IncomingHttpHeaders): string {
  const key = headers['idempotency-key'] ?? headers['x-idempotency-key'];
  if (key === undefined) return newId();
  return createHash('sha256').update(`${scope}\n${key}`).digest('hex').slice(0, 40);
}

const metadataOf = (caller: Staff): Record<string, string> =>
  caller.till === null
    ? {}
    : { store_id: caller.till.storeId, terminal_id: caller.till.terminalId };

/** An unreachable processor answers 503, a refusal 400. */
async function withProcessorErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error;
    if (error.kind === 'uncertain') {
      throw new Failure(
        'unavailable',
        'PROCESSOR_UNAVAILABLE',
        'The payment processor is not responding; try again shortly.',
        { retryAfterSeconds: 5 },
      );
    }
    throw new Failure('invalid', 'PROCESSOR_REFUSED', 'The payment processor refused this.', {
      details: { processor_code: error.code },
    });
  }
}
