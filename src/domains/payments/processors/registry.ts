import type { Platform } from '../../../platform/platform.js';
import { createCustomBank } from './custom-bank.js';
import { createPaypal, PAYPAL_PRODUCTION, PAYPAL_SANDBOX } from './paypal.js';
import { createPrimary } from './primary.js';
import type { Processor, ProcessorType } from './processor.js';
import { createSandbox } from './sandbox.js';
import { createSquare, SQUARE_PRODUCTION, SQUARE_SANDBOX } from './square.js';

const kept = new WeakMap<Platform, Map<ProcessorType, Processor>>();

/** The processor of a type; where its credentials are not set, the sandbox stands in for it. */
export function processorFor(platform: Platform, type: ProcessorType): Processor {
  let processors = kept.get(platform);
  if (processors === undefined) {
    processors = new Map();
    kept.set(platform, processors);
  }
  let processor = processors.get(type);
  if (processor === undefined) {
    processor = configured(platform, type) ?? createSandbox(platform.db, type);
    processors.set(type, processor);
  }
  return processor;
}

/** Whether the sandbox stands in for a processor: nobody's card is charged. */
export const isSandboxed = (platform: Platform, type: ProcessorType): boolean =>
  configured(platform, type) === undefined;

function configured({ config }: Platform, type: ProcessorType): Processor | undefined {
  const { production, processors: set } = config;
  switch (type) {
    case 'primary':
      if (set.primaryApiKey === undefined) return undefined;
      return createPrimary({ apiKey: set.primaryApiKey, apiBase: set.primaryApiBase });
    case 'square':
      if (set.squareAccessToken === undefined) return undefined;
      return createSquare({
        accessToken: set.squareAccessToken,
        apiBase: production ? SQUARE_PRODUCTION : SQUARE_SANDBOX,
      });
    case 'paypal':
      if (set.paypalClientId === undefined || set.paypalClientSecret === undefined)
        return undefined;
      return createPaypal({
        clientId: set.paypalClientId,
        clientSecret: set.paypalClientSecret,
        apiBase: production ? PAYPAL_PRODUCTION : PAYPAL_SANDBOX,
      });
    case 'custom_bank':
      if (set.bankApiBase === undefined || set.bankApiKey === undefined) return undefined;
      return createCustomBank({ apiKey: set.bankApiKey, apiBase: set.bankApiBase });
  }
}
