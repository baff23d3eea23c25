import { type KeyObject, X509Certificate } from 'node:crypto';
import { get } from 'node:https';
import { isIP } from 'node:net';
import { rootCertificates } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '../../../../platform/clock.js';
import type { Platform } from '../../../../platform/platform.js';
import { traceOutgoing } from '../../../../platform/tracing/outgoing.js';
import { publicLookup } from '../../../../platform/webhooks/public-address.js';

const FETCH_TIMEOUT_MS = 3_000;
const MAX_PEM_BYTES = 65_536;
const MAX_URL_LENGTH = 1_024;
/** Any caller can name an address; requests beyond this number are refused. */
const MAX_FETCHES = 4;
const MAX_CHAIN = 6;
const MIN_RSA_BITS = 2_048;
const KEPT = { max: 50, ttl: 12 * HOUR_MS };

type Trusted = { key: KeyObject; validUntil: Date };

export type CertificateOptions = {
  fetchPem?: (url: URL) => Promise<string>;
  /** PEM of the root certificates to trust; by default those of Node. */
  roots?: readonly string[];
};

/** The public key of the certificate at an address; undefined when its chain is not trusted. */
export type Certificates = (
  address: string,
  hosts: readonly string[],
  now: Date,
) => Promise<KeyObject | undefined>;

const kept = new WeakMap<Platform, Certificates>();

export function certificatesFor(platform: Platform): Certificates {
  const known = kept.get(platform) ?? createCertificates();
  kept.set(platform, known);
  return known;
}

/** Replaces the fetch function and the trusted roots; for tests. */
export function useCertificates(platform: Platform, options: CertificateOptions): void {
  kept.set(platform, createCertificates(options));
}

function createCertificates(options: CertificateOptions = {}): Certificates {
  const { fetchPem = fetchPublicPem } = options;
  const trusted = new LRUCache<string, Trusted>(KEPT);
  const fetches = new Map<string, Promise<string>>();
  let roots: X509Certificate[] | undefined;

  const fetchOnce = (url: URL): Promise<string> => {
    const running = fetches.get(url.href);
    if (running !== undefined) return running;
    if (fetches.size >= MAX_FETCHES) throw new Error('too many certificate requests at once');
    const fetching = traceOutgoing({ method: 'GET', host: url.hostname }, () =>
      fetchPem(url),
    ).finally(() => fetches.delete(url.href));
    fetches.set(url.href, fetching);
    return fetching;
  };

  return async (address, hosts, now) => {
    const url = allowedUrl(address, hosts);
    if (url === undefined) return undefined;
    const known = trusted.get(url.href);
    if (known !== undefined && known.validUntil >= now) return known.key;
    const pem = await fetchOnce(url);
    roots ??= (options.roots ?? rootCertificates).map(text => new X509Certificate(text));
    const found = trustedLeaf(pem, roots, url.hostname, now);
    if (found !== undefined) trusted.set(url.href, found);
    return found?.key;
  };
}

/** Accepts https on the default port of an exactly named host, without user or password. */
export function allowedUrl(address: string, hosts: readonly string[]): URL | undefined {
  if (address.length > MAX_URL_LENGTH || !/^https:\/\/[\x21-\x7e]+$/.test(address))
    return undefined;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isPlain = url.username === '' && url.password === '' && url.port === '' && url.hash === '';
  const isNamed = hosts.some(host => host.toLowerCase() === url.hostname);
  // The parser must not have rewritten the address: no `\`, no `%2e`, no `/./`.
  const isLiteral = [address, address.replace(':443/', '/')].includes(url.href);
  const isName = isIP(url.hostname) === 0 && !url.hostname.endsWith('.');
  return isPlain && isNamed && isLiteral && isName ? url : undefined;
}

const PEM_BLOCK = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/** The first certificate, if a chain of valid certificates leads from it to a trusted root. */
export function trustedLeaf(
  pem: string,
  roots: readonly X509Certificate[],
  host: string,
  now: Date,
): Trusted | undefined {
  const chain = (pem.match(PEM_BLOCK) ?? [])
    .slice(0, MAX_CHAIN)
    .map(block => new X509Certificate(block));
  const [leaf, ...others] = chain;
  if (leaf === undefined || leaf.ca || !isOfDomain(leaf, host)) return undefined;
  const { asymmetricKeyType, asymmetricKeyDetails } = leaf.publicKey;
  const isStrong = (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS;
  if (asymmetricKeyType !== 'rsa' || !isStrong) return undefined;
  let current = leaf;
  let validUntil = new Date(leaf.validTo);
  for (let depth = 0; depth < MAX_CHAIN; depth += 1) {
    if (!isValidAt(current, now)) return undefined;
    if (new Date(current.validTo) < validUntil) validUntil = new Date(current.validTo);
    if (roots.some(root => isIssuedBy(current, root) && isValidAt(root, now))) {
      return { key: leaf.publicKey, validUntil };
    }
    const issuer = others.find(other => other !== current && isIssuedBy(current, other));
    if (issuer === undefined) return undefined;
    current = issuer;
  }
  return undefined;
}

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

const isValidAt = (certificate: X509Certificate, now: Date): boolean =>
  new Date(certificate.validFrom) <= now && now <= new Date(certificate.validTo);

/** A trusted chain alone proves nothing; the certificate must also name the processor's domain. */
function isOfDomain(leaf: X509Certificate, host: string): boolean {
  const domain = host.split('.').slice(-2).join('.');
  const alternatives = (leaf.subjectAltName ?? '')
    .split(', ')
    .map(name => name.replace(/^DNS:/, ''));
  const common = /^CN=(.+)$/m.exec(leaf.subject)?.[1] ?? '';
  return [common, ...alternatives].some(name => {
    const lower = name.toLowerCase();
    return lower === domain || lower.endsWith(`.${domain}`);
  });
}

/** One request to a public address, without redirects, limited in time and size. */
const fetchPublicPem = (url: URL): Promise<string> =>
  new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
    const request = get(url, { lookup: publicLookup, agent: false, signal }, response => {
      if (response.statusCode !== 200) {
        request.destroy(new Error(`the certificate server answered ${response.statusCode}`));
        return;
      }
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > MAX_PEM_BYTES) request.destroy(new Error('the certificate is too large'));
      });
      response.on('end', () => resolve(Buffer.concat(chunks).toString('latin1')));
      response.on('error', reject);
    });
    request.on('error', reject);
  });
