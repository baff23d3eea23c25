import { createHash } from 'node:crypto';

/** The source expression that allows one inline style element. */
export const styleHash = (css: string): string =>
  `'sha256-${createHash('sha256').update(css).digest('base64')}'`;

/** For a page without scripts and with a single style element. */
export const plainPagePolicy = (css: string): string =>
  `default-src 'none'; style-src ${styleHash(css)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
