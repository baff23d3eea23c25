import { once } from 'node:events';
import { connect } from 'node:tls';
import { HOUR_MS } from '../../../platform/clock.js';
import { addGauge } from '../../../platform/metrics.js';
import type { Platform } from '../../../platform/platform.js';
import { apiAddresses } from './registry.js';

const CHECKED_EVERY_MS = 6 * HOUR_MS;
const ANSWER_WITHIN_MS = 5_000;

/** When a certificate ends, and when this node asked for it. */
type Seen = { endsAt: number; at: number };

/** Shows how long the certificates of the processors are valid, before card payments fail. */
export function watchCertificates(platform: Platform): void {
  const { clock, metrics } = platform;
  const seen = new Map<string, Seen>();
  const secondsLeft = async (address: string): Promise<number> => {
    const now = clock.now().getTime();
    let known = seen.get(address);
    if (known === undefined || now - known.at > CHECKED_EVERY_MS) {
      known = { endsAt: await certificateEnd(address), at: now };
      seen.set(address, known);
    }
    return (known.endsAt - now) / 1_000;
  };
  addGauge(
    metrics,
    'tillhouse_processor_certificate_seconds',
    "Time until the certificate of a processor's address ends; 0 or less if it is not valid.",
    'processor',
    async () => {
      const addresses = Object.entries(apiAddresses(platform)).filter(([, address]) =>
        address.startsWith('https:'),
      );
      const checks = await Promise.allSettled(
        addresses.map(async ([type, address]) => [type, await secondsLeft(address)] as const),
      );
      // An address without an answer has no value; calls that fail have metrics of their own.
      return Object.fromEntries(
        checks.flatMap(check => (check.status === 'fulfilled' ? [check.value] : [])),
      );
    },
  );
}

/** In milliseconds; 0 for a certificate that Node would refuse. */
export async function certificateEnd(address: string, roots?: string[]): Promise<number> {
  const { hostname, port } = new URL(address);
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  // The check reads the certificate also when it is refused, and sends nothing.
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    ca: roots,
    rejectUnauthorized: false,
  });
  try {
    await once(socket, 'secureConnect', { signal });
    return socket.authorized ? Date.parse(socket.getPeerCertificate().valid_to) : 0;
  } finally {
    socket.destroy();
  }
}
