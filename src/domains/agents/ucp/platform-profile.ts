import { createHash } from 'node:crypto';
import { readTextThrough } from '../../../platform/cache/index.js';
import { MINUTE_MS, SECOND_MS } from '../../../platform/clock.js';
import { createAjv } from '../../../platform/http/validation.js';
import {
  DownloadError,
  download,
  openInternet,
  type Reach,
} from '../../../platform/outgoing/download.js';
import type { Platform } from '../../../platform/platform.js';
import { UcpProblem } from './problem.js';

/** The parts of a program's profile that the service uses. */
export type PlatformProfile = {
  version: string;
  /** The declared versions of each capability. */
  capabilities: Record<string, { version: string; config?: { webhook_url?: string } }[]>;
};

const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 5 * SECOND_MS;
const KNOWN_SECONDS = (10 * MINUTE_MS) / SECOND_MS;
/** A profile that could not be read is asked for again after this time. */
const FAILED_SECONDS = MINUTE_MS / SECOND_MS;

const version = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
const registry = (items: object) => ({
  type: 'object',
  // As the newest version has it, which allows all names of the older one.
  propertyNames: {
    pattern: '^[a-z](?:[a-z0-9-]*[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9_-]*[a-z0-9_])?)+$',
  },
  additionalProperties: { type: 'array', items },
});
const entity = { type: 'object', required: ['version'], properties: { version } };
const isProfile = createAjv({}).compile({
  type: 'object',
  required: ['ucp'],
  properties: {
    ucp: {
      type: 'object',
      required: ['version', 'services', 'payment_handlers'],
      properties: {
        version,
        services: registry(entity),
        payment_handlers: registry(entity),
        capabilities: registry({
          ...entity,
          properties: {
            version,
            config: { type: 'object', properties: { webhook_url: { type: 'string' } } },
          },
        }),
      },
    },
  },
});

/** Refuses what is not a profile of the protocol. */
export function parseProfile(text: string): PlatformProfile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw malformed('it is not JSON');
  }
  if (!isProfile(json)) throw malformed('it does not fit the schema of the protocol');
  const { ucp } = json as { ucp: PlatformProfile & { capabilities?: unknown } };
  const declared = Object.entries(ucp.capabilities ?? {});
  return {
    version: ucp.version,
    capabilities: Object.fromEntries(
      declared.map(([name, versions]) => [
        name,
        versions.map(({ version: one, config }) => ({
          version: one,
          ...(config?.webhook_url && { config: { webhook_url: config.webhook_url } }),
        })),
      ]),
    ),
  };
}

const malformed = (reason: string): UcpProblem =>
  new UcpProblem(422, 'profile_malformed', `The profile cannot be used: ${reason}.`);

/** The profile at an address; https, public, small, without redirects. */
export async function fetchProfile(address: string, reach: Reach): Promise<PlatformProfile> {
  const bytes = await download(address, {
    reach,
    maxBytes: MAX_BYTES,
    accept: 'application/json',
    refusesRedirects: true,
    timeoutMs: TIMEOUT_MS,
  }).catch((error: unknown) => {
    if (!(error instanceof DownloadError)) throw error;
    throw new UcpProblem(
      424,
      'profile_unreachable',
      `The profile cannot be read. ${error.message}`,
    );
  });
  return parseProfile(bytes.toString('utf8'));
}

/** Cache key of the profile at an address; the value is a `Known`. */
export const profileKey = (address: string): string =>
  `ucp:profile:${createHash('sha256').update(address).digest('base64url')}`;

type Known = { profile: PlatformProfile } | { status: number; code: string; content: string };

/**
 * The profile of a program. It is kept for ten minutes, and a failure for one, whatever the headers
 * of the answer say about caching. Only addresses that a store has registered are asked.
 */
export async function platformProfile(
  { cache }: Pick<Platform, 'cache'>,
  address: string,
): Promise<PlatformProfile> {
  const read = async (): Promise<Known> => {
    try {
      return { profile: await fetchProfile(address, openInternet) };
    } catch (error) {
      if (!(error instanceof UcpProblem)) throw error;
      return { status: error.status, code: error.code, content: error.message };
    }
  };
  const failedKey = `${profileKey(address)}:failed`;
  const failed = await cache.getText(failedKey).catch(() => undefined);
  const text =
    failed ??
    (await readTextThrough(cache, profileKey(address), KNOWN_SECONDS, async () => {
      const found = await read();
      const known = JSON.stringify(found);
      if ('profile' in found) return known;
      await cache.setText(failedKey, known, FAILED_SECONDS).catch(() => undefined);
      throw new UcpProblem(found.status, found.code, found.content);
    }));
  const known = JSON.parse(text) as Known;
  if ('profile' in known) return known.profile;
  throw new UcpProblem(known.status, known.code, known.content);
}
