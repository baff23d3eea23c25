import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { maskCardsInText } from '../cards/numbers.js';
import { SECOND_MS } from '../clock.js';
import { traceOutgoing } from '../tracing/outgoing.js';
import { VERSION } from '../version.js';
import { openInternet, type Reach } from './download.js';

export type Answer = { status: number; body: string };
type Method = 'POST' | 'PATCH';

const TIMEOUT_MS = 10 * SECOND_MS;
const MAX_ANSWER_BYTES = 2_048;
/** Read beyond the kept part, so that a card number at its end is whole and recognised. */
const READ_AHEAD_BYTES = 128;

/**
 * Posts a body and reads the first 2 KiB of the answer. Does not follow redirects, because they
 * could lead to a private address.
 */
export async function send(
  address: string,
  body: string,
  headers: Record<string, string>,
  reach: Reach = openInternet,
  method: Method = 'POST',
): Promise<Answer> {
  const url = new URL(address);
  return traceOutgoing(
    { method, host: url.hostname },
    trace => call(url, { method, body, headers: { ...headers, ...trace } }, reach),
    ({ status }) => status,
  );
}

async function call(
  url: URL,
  { method, body, headers }: { method: Method; body: string; headers: Record<string, string> },
  reach: Reach,
): Promise<Answer> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Node calls no lookup function for an IP address, so it is checked here.
  if (isIP(host) !== 0 && !reach.mayCall(host)) throw new Error(`${host} is not a public address`);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = start(
      url,
      {
        method,
        lookup: reach.lookup,
        agent: false,
        signal,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': `Tillhouse/${VERSION}`,
          ...headers,
        },
      },
      response => {
        // The status decides; the body is only logged, so an incomplete one is fine.
        const chunks: Buffer[] = [];
        let size = 0;
        const finish = (): void => {
          const text = Buffer.concat(chunks).toString('utf8').replaceAll('\0', '');
          const kept = Buffer.from(maskCardsInText(text)).subarray(0, MAX_ANSWER_BYTES);
          resolve({ status: response.statusCode ?? 0, body: kept.toString('utf8') });
          response.destroy();
        };
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.length;
          if (size >= MAX_ANSWER_BYTES + READ_AHEAD_BYTES) finish();
        });
        response.on('end', finish);
        response.on('error', finish);
      },
    );
    sent.on('error', error => {
      reject(signal.aborted ? new Error(`no answer within ${TIMEOUT_MS / SECOND_MS} s`) : error);
    });
    sent.end(body);
  });
}
