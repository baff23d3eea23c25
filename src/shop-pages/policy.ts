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
type Hosts = { script?: string; style?: string; connect?: string; frame?: string };

/**
 * Scripts and styles load from this host only. The nonce allows the inline import map and the style
 * elements of the component library; only the service and the scripts of the page know it.
 */
export const pagePolicy = (nonce: string, hosts: Hosts = {}): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${and(hosts.script)}`,
    `style-src 'self' 'nonce-${nonce}'${and(hosts.style)}`,
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
 * What Square's card fields need. For 3-D Secure they put the page of the card's bank into a frame of
 * this page, and every bank has a host of its own, so frames may come from any. See
 * https://developer.squareup.com/docs/web-payments/content-security-policy
 */
const squareHosts = (isTest: boolean): Hosts => {
  const cdn = isTest ? 'https://sandbox.web.squarecdn.com' : 'https://web.squarecdn.com';
  const domain = isTest ? 'squareupsandbox.com' : 'squareup.com';
  return {
    script: cdn,
    style: cdn,
    connect: `${cdn} https://connect.${domain} https://pci-connect.${domain}`,
    frame: 'https:',
  };
};

/** The forms of all processors that take cards in the shop. */
export type CardForms = { stripe: boolean; square?: 'test' | 'real'; sandbox: boolean };

const joined = (parts: readonly (string | undefined)[]): string | undefined =>
  parts.filter(part => part !== undefined).join(' ') || undefined;

/**
 * The pages of the shop also show the card form. All of them carry its hosts, because a browser
 * keeps the policy of the page that the visit began with.
 */
export const shopPolicy = (nonce: string, forms: CardForms): string => {
  const used: Hosts[] = [
    ...(forms.sandbox ? [{ frame: "'self'" }] : []),
    ...(forms.stripe ? [STRIPE] : []),
    ...(forms.square ? [squareHosts(forms.square === 'test')] : []),
  ];
  return pagePolicy(nonce, {
    script: joined(used.map(({ script }) => script)),
    style: joined(used.map(({ style }) => style)),
    connect: joined(used.map(({ connect }) => connect)),
    frame: joined(used.map(({ frame }) => frame)),
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
