import { randomBytes } from 'node:crypto';

/** The mark that the build puts where the nonce belongs. */
export const NONCE_MARK = '__CSP_NONCE__';
const NONCE_BYTES = 18;

export const newNonce = (): string => randomBytes(NONCE_BYTES).toString('base64');

const OTHER_RULES = [
  "font-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** Hosts beside this one that a page may use. */
type Hosts = { script?: string; connect?: string; frame?: string };

/**
 * Scripts and styles load from this host only. The nonce allows the inline import map and the style
 * elements of the component library; only the service and the scripts of the page know it.
 */
export const pagePolicy = (nonce: string, hosts: Hosts = {}): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${and(hosts.script)}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    `connect-src 'self'${and(hosts.connect)}`,
    ...(hosts.frame === undefined ? [] : [`frame-src ${hosts.frame}`]),
    ...OTHER_RULES,
  ].join('; ');

const and = (hosts: string | undefined): string => (hosts === undefined ? '' : ` ${hosts}`);

/**
 * What Stripe.js needs; its images stay in its frames. See
 * https://docs.stripe.com/security/guide#content-security-policy
 */
const STRIPE: Hosts = {
  script: 'https://js.stripe.com https://*.js.stripe.com',
  connect: 'https://api.stripe.com',
  frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
};

/**
 * The pages of the shop also show the card form. All of them carry its hosts, because a browser
 * keeps the policy of the page that the visit began with.
 */
export const shopPolicy = (nonce: string, forms: { stripe: boolean; sandbox: boolean }): string => {
  const frames = [forms.sandbox ? "'self'" : [], forms.stripe ? (STRIPE.frame ?? []) : []].flat();
  return pagePolicy(nonce, {
    ...(forms.stripe && STRIPE),
    ...(frames.length > 0 && { frame: frames.join(' ') }),
  });
};

/** The sandbox's card form: a page inside the shop's, and in no other. */
export const cardFramePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
