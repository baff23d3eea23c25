import { randomBytes } from 'node:crypto';
import type { PageHosts } from '../domains/payments/index.js';

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

/**
 * Scripts and styles load from this host only. The nonce allows the inline import map and the style
 * elements of the component library; only the service and the scripts of the page know it.
 */
export const pagePolicy = (nonce: string, hosts: PageHosts = {}): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${and(hosts.script)}`,
    `style-src 'self' 'nonce-${nonce}'${and(hosts.style)}`,
    `img-src 'self' data: blob:${and(hosts.image)}`,
    `connect-src 'self'${and(hosts.connect)}`,
    ...(hosts.frame === undefined ? [] : [`frame-src ${hosts.frame}`]),
    ...OTHER_RULES,
  ].join('; ');

const and = (hosts: string | undefined): string => (hosts === undefined ? '' : ` ${hosts}`);

const joined = (parts: readonly (string | undefined)[]): string | undefined =>
  parts.filter(part => part !== undefined).join(' ') || undefined;

/**
 * The pages of the shop also show the card form. All of them carry its hosts, because a browser
 * keeps the policy of the page that the visit began with.
 */
export const shopPolicy = (nonce: string, used: readonly PageHosts[]): string =>
  pagePolicy(nonce, {
    script: joined(used.map(({ script }) => script)),
    style: joined(used.map(({ style }) => style)),
    image: joined(used.map(({ image }) => image)),
    connect: joined(used.map(({ connect }) => connect)),
    frame: joined(used.map(({ frame }) => frame)),
  });

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
