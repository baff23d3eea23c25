import { lookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { SECOND_MS } from '../clock.js';
import { traceOutgoing } from '../tracing/outgoing.js';
import { VERSION } from '../version.js';
import { isPublicAddress, publicLookup } from '../webhooks/public-address.js';

/** The addresses that downloads may reach. */
export type Reach = { lookup: LookupFunction; mayCall(address: string): boolean };

export const openInternet: Reach = { lookup: publicLookup, mayCall: isPublicAddress };
/** Reaches private networks and this machine too; used only if a setting allows it. */
export const anyAddress: Reach = {
  lookup: lookup as LookupFunction,
  mayCall: () => true,
};

/** `mayPass`: another attempt may succeed. */
export class DownloadError extends Error {
  constructor(
    message: string,
    readonly mayPass: boolean,
  ) {
    super(message);
  }
}

const TIMEOUT_MS = 20 * SECOND_MS;
const MAX_REDIRECTS = 3;
const TOO_MANY = 429;

export type DownloadOptions = {
  reach: Reach;
  maxBytes: number;
  /** What the server is asked for; pictures unless given. */
  accept?: string;
  /** Any other answer than the file is an error. */
  refusesRedirects?: boolean;
  timeoutMs?: number;
};

/**
 * Reads a file from another server, within a time and a size. Every address that it is redirected to
 * is checked like the first one.
 */
export async function download(
  address: string,
  {
    reach,
    maxBytes,
    accept = 'image/*',
    refusesRedirects = false,
    timeoutMs = TIMEOUT_MS,
  }: DownloadOptions,
): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs);
  let url = urlOf(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await traceOutgoing(
      { method: 'GET', host: url.hostname },
      trace => get(url, { ...trace, accept }, reach, signal),
      ({ statusCode = 0 }) => statusCode,
    );
    const { statusCode: status = 0, headers } = response;
    const isRedirect = status >= 300 && status < 400 && headers.location !== undefined;
    if (isRedirect && !refusesRedirects) {
      response.destroy();
      url = urlOf(headers.location ?? '', url);
      continue;
    }
    if (status === 200) return bytesOf(response, maxBytes, signal);
    response.destroy();
    throw new DownloadError(`The server answers ${status}.`, status >= 500 || status === TOO_MANY);
  }
  throw new DownloadError('The address is redirected too often.', false);
}

function urlOf(address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new DownloadError('The address is not valid.', false);
}

async function get(
  url: URL,
  own: Record<string, string>,
  reach: Reach,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Node calls no lookup function for an IP address, so it is checked here.
  if (isIP(host) !== 0 && !reach.mayCall(host)) {
    throw new DownloadError('The address is not public.', false);
  }
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = { 'user-agent': `Tillhouse/${VERSION}`, ...own };
  return new Promise((resolve, reject) => {
    const call = start(url, { lookup: reach.lookup, agent: false, signal, headers }, resolve);
    call.on('error', error => reject(failureOf(error, signal)));
    call.end();
  });
}

async function bytesOf(
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new DownloadError('The file is too large.', false);
      chunks.push(chunk);
    }
  } catch (error) {
    throw failureOf(error, signal);
  }
  return Buffer.concat(chunks);
}

/** The text of a network error names addresses of the own network, so it is not shown. */
function failureOf(error: unknown, signal: AbortSignal): DownloadError {
  if (error instanceof DownloadError) return error;
  if (signal.aborted) return new DownloadError('The server does not answer in time.', true);
  const isPrivate = error instanceof Error && /not public/.test(error.message);
  if (isPrivate) return new DownloadError('The address is not public.', false);
  return new DownloadError('The server cannot be reached.', true);
}
