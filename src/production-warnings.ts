import { isSandboxed, listPaymentMethods, parseProcessorType } from './domains/payments/index.js';
import type { Platform } from './platform/platform.js';

/** What is allowed, but hardly meant, where real customers pay. */
export async function productionWarnings(platform: Platform): Promise<string[]> {
  if (!platform.config.production) return [];
  const warnings: string[] = [];
  if (platform.config.demoData) {
    warnings.push(
      'DEMO_DATA is on in production: anybody can log in with the published PINs and passwords of the demo shop.',
    );
  }
  for (const method of await listPaymentMethods(platform.db)) {
    const type = parseProcessorType(method.processor_type ?? '');
    if (!method.is_active || type === undefined || !isSandboxed(platform, type)) continue;
    warnings.push(
      `The payment method ${method.code} is active, but its processor (${type}) has no credentials: the sandbox stands in, and nobody is charged.`,
    );
  }
  return warnings;
}
