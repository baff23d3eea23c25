import { isSandboxed, listPaymentMethods, parseProcessorType } from './domains/payments/index.js';
import type { Platform } from './platform/platform.js';

/** What is allowed, but hardly meant, where real customers pay. */
export async function productionWarnings(platform: Platform): Promise<string[]> {
  if (!platform.config.production) return [];
  const warnings: string[] = [];
  const { publicUrl, smtpUrl, trustProxy } = platform.config;
  if (smtpUrl === undefined) {
    warnings.push('SMTP_URL is not set: receipts, order mails and login codes are not sent.');
  }
  if (publicUrl.startsWith('https:') && trustProxy.length === 0) {
    warnings.push(
      'PUBLIC_URL is https but TRUST_PROXY is not set: all callers appear to come from the proxy, and one of them can block the others.',
    );
  }
  if (publicUrl.startsWith('http:')) {
    warnings.push('PUBLIC_URL is not https: logins and sessions travel unencrypted.');
  }
  for (const method of await listPaymentMethods(platform.db)) {
    const type = parseProcessorType(method.processor_type ?? '');
    if (!method.is_active || type === undefined || !isSandboxed(platform, type)) continue;
    warnings.push(
      platform.config.allowSandbox
        ? `The payment method ${method.code} is active, but its processor (${type}) has no credentials: the sandbox stands in, and nobody is charged.`
        : `The payment method ${method.code} is active, but its processor (${type}) has no credentials: cards are refused.`,
    );
  }
  return warnings;
}
