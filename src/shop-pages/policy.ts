import { randomBytes } from 'node:crypto';

/** The mark that the build puts where the nonce belongs. */
export const NONCE_MARK = '__CSP_NONCE__';
const NONCE_BYTES = 18;

export const newNonce = (): string => randomBytes(NONCE_BYTES).toString('base64');

const OTHER_RULES = [
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/**
 * Scripts and styles load from this host only. The nonce allows the inline import map and the style
 * elements of the component library; only the service and the scripts of the page know it.
 */
export const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    ...OTHER_RULES,
  ].join('; ');
