import { createHash, sign } from 'node:crypto';
import type { SigningKey } from './signing-keys.js';

export type Message = {
  method: 'POST';
  url: URL;
  body: string;
  /** In lower case; all of them are signed. */
  headers: Record<string, string>;
  createdAt: Date;
};

/** The headers of a message with its digest (RFC 9530) and its signature (RFC 9421). */
export function signedHeaders(
  { method, url, body, headers, createdAt }: Message,
  { jwk, privateKey }: SigningKey,
): Record<string, string> {
  const digest = createHash('sha256').update(body).digest('base64');
  const covered = { ...headers, 'content-digest': `sha-256=:${digest}:` };
  const components: [name: string, value: string][] = [
    ['@method', method],
    ['@authority', url.host],
    ['@path', url.pathname],
    ...(url.search === '' ? [] : ([['@query', url.search]] as [string, string][])),
    ...Object.entries(covered),
  ];
  const names = components.map(([name]) => `"${name}"`).join(' ');
  const created = Math.floor(createdAt.getTime() / 1_000);
  const parameters = `(${names});created=${created};keyid="${jwk.kid}"`;
  const base = [
    ...components.map(([name, value]) => `"${name}": ${value}`),
    `"@signature-params": ${parameters}`,
  ].join('\n');
  // Both halves of the signature at full length, not DER.
  const signature = sign('sha256', Buffer.from(base), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  });
  return {
    ...covered,
    'signature-input': `sig1=${parameters}`,
    signature: `sig1=:${signature.toString('base64')}:`,
  };
}
