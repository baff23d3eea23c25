import type { FastifyRequest } from 'fastify';
import { forbidden } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import type { Agent } from '../repository.js';
import { type PlatformProfile, platformProfile } from './platform-profile.js';
import type { Spoken } from './present.js';
import { Incompatible, UcpProblem } from './problem.js';
import {
  CATALOG_LOOKUP,
  CATALOG_SEARCH,
  CHECKOUT,
  FULFILLMENT,
  isUcpVersion,
  ORDER,
  UCP_VERSIONS_TEXT,
} from './schemas.js';

/** What the business can do, and what an extension extends. */
const OWN: ReadonlyMap<string, string | undefined> = new Map([
  [CHECKOUT, undefined],
  [FULFILLMENT, CHECKOUT],
  [CATALOG_SEARCH, undefined],
  [CATALOG_LOOKUP, undefined],
  [ORDER, undefined],
]);

/** The capabilities of both sides in the version of the profile; an extension needs its parent. */
export function intersection({ version: spoken, capabilities }: PlatformProfile): Set<string> {
  const isShared = (name: string): boolean =>
    (Object.hasOwn(capabilities, name) ? (capabilities[name] ?? []) : []).some(
      ({ version }) => version === spoken,
    );
  const shared = new Set([...OWN.keys()].filter(isShared));
  for (const [name, parent] of OWN) {
    if (parent !== undefined && !shared.has(parent)) shared.delete(name);
  }
  return shared;
}

/** Where order events of the program go; undefined if it takes none. */
export const webhookOf = ({
  version: spoken,
  capabilities,
}: PlatformProfile): string | undefined =>
  isUcpVersion(spoken) && Object.hasOwn(capabilities, ORDER)
    ? capabilities[ORDER]?.find(({ version }) => version === spoken)?.config?.webhook_url
    : undefined;

const OPERATIONS: readonly (readonly [path: string, capability: string])[] = [
  ['/ucp/v1/checkout-sessions/', CHECKOUT],
  ['/ucp/v1/catalog/search/', CATALOG_SEARCH],
  ['/ucp/v1/catalog/', CATALOG_LOOKUP],
  ['/ucp/v1/orders/', ORDER],
];

const PROFILE = /(?:^|[,;]\s*)profile="(https:\/\/[^"\s]{1,490})"/;

/**
 * The program must own the profile that it names; the profile then says what this request can use.
 */
export async function negotiate(
  platform: Platform,
  request: FastifyRequest,
  agent: Agent,
): Promise<Spoken> {
  const address = PROFILE.exec(String(request.headers['ucp-agent'] ?? ''))?.[1];
  if (address === undefined) {
    throw new UcpProblem(
      400,
      'invalid_profile_url',
      'UCP-Agent must name the profile by its https address.',
    );
  }
  if (agent.profile_url !== address) {
    throw forbidden('The key belongs to a program with another profile.', 'UCP_PROFILE_MISMATCH');
  }
  const profile = await platformProfile(platform, address);
  const { version } = profile;
  if (!isUcpVersion(version)) {
    throw new UcpProblem(
      422,
      'version_unsupported',
      `Version ${version} is not supported. This business supports ${UCP_VERSIONS_TEXT}.`,
    );
  }
  const shared = intersection(profile);
  const path = request.routeOptions.url ?? '';
  const needed = OPERATIONS.find(([start]) => path.startsWith(start))?.[1];
  if (needed !== undefined && !shared.has(needed)) throw new Incompatible(needed, version);
  return { version, capabilities: shared };
}

/** The version and capabilities that both sides support; the login of the program sets them. */
export function spokenOf({ spoken }: FastifyRequest): Spoken {
  if (spoken === null) throw new Error('the request was not negotiated');
  return spoken;
}
