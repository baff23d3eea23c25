import type { Config } from './config.js';
import {
  isSandboxed,
  listPaymentMethods,
  type PaymentMethod,
  parseProcessorType,
  webCardForm,
} from './domains/payments/index.js';
import type { Platform } from './platform/platform.js';
import { workingDemoLogins } from './seed/demo-logins.js';

/** Warnings about what production allows, but hardly anybody intends where real customers pay. */
export async function productionWarnings(platform: Platform): Promise<string[]> {
  if (!platform.config.production) return [];
  return [
    ...settingWarnings(platform.config),
    ...(await methodWarnings(platform)),
    ...(await loginWarnings(platform)),
  ];
}

function settingWarnings({ publicUrl, smtpUrl, trustProxy, corsOrigins }: Config): string[] {
  const warnings: string[] = [];
  const isEncrypted = publicUrl.startsWith('https:');
  if (smtpUrl === undefined) {
    warnings.push('SMTP_URL is not set: receipts, order mails and login codes are not sent.');
  }
  if (isEncrypted && trustProxy.length === 0) {
    warnings.push(
      'PUBLIC_URL is https but TRUST_PROXY is not set: all callers appear to come from the proxy, and one of them can block the others.',
    );
  }
  if (!isEncrypted) {
    warnings.push('PUBLIC_URL is not https: logins and sessions travel unencrypted.');
  }
  for (const origin of corsOrigins.filter(one => one.startsWith('http:'))) {
    warnings.push(
      `CORS_ORIGINS contains ${origin}, which is not https: whoever is between that page and its reader can call the API with the reader's login.`,
    );
  }
  return warnings;
}

async function methodWarnings(platform: Platform): Promise<string[]> {
  const warnings: string[] = [];
  for (const method of await listPaymentMethods(platform.db)) {
    const type = parseProcessorType(method.processor_type ?? '');
    if (!method.is_active) continue;
    if (hasNoWebForm(platform, method)) {
      warnings.push(
        `The payment method ${method.code} is offered online, but its processor has no card form for the web shop (for Stripe, set PRIMARY_PUBLISHABLE_KEY; for Square, SQUARE_APPLICATION_ID and SQUARE_LOCATION_ID): the shop does not show it.`,
      );
    }
    if (type === undefined || !isSandboxed(platform, type)) continue;
    warnings.push(
      platform.config.allowSandbox
        ? `The payment method ${method.code} is active, but its processor (${type}) has no credentials: the sandbox stands in, and nobody is charged.`
        : `The payment method ${method.code} is active, but its processor (${type}) has no credentials: cards are refused.`,
    );
  }
  return warnings;
}

function hasNoWebForm(platform: Platform, method: PaymentMethod): boolean {
  const type = parseProcessorType(method.processor_type ?? '') ?? 'primary';
  return (
    method.is_online_available &&
    method.method_type === 'card' &&
    !isSandboxed(platform, type) &&
    webCardForm(platform, method) === null
  );
}

async function loginWarnings(platform: Platform): Promise<string[]> {
  const logins = await workingDemoLogins(platform);
  if (logins.length === 0) return [];
  return [
    `The published logins of the demo still work for ${logins.join(', ')}: change their PINs and passwords or deactivate them.`,
  ];
}
