import * as client from 'openid-client';
import { HOUR_MS } from '../../../platform/clock.js';
import type { Platform } from '../../../platform/platform.js';
import { type Identity, identityIn } from './rules.js';

const TIMEOUT_SECONDS = 5;
/** Keys and addresses of a provider change rarely. */
const KNOWN_MS = HOUR_MS;

/** What the answer of the provider is checked with. */
export type Checks = { state: string; nonce: string; verifier: string };

export type Provider = {
  /** Where the browser logs in. */
  loginUrl(checks: Checks): Promise<string>;
  /** Who logged in, from the query of the callback; throws if anything about it is wrong. */
  identityOf(query: string, checks: Checks): Promise<Identity>;
};

export const newChecks = (): Checks => ({
  state: client.randomState(),
  nonce: client.randomNonce(),
  verifier: client.randomPKCECodeVerifier(),
});

/** Undefined where single sign-on is not set up. The provider is asked at the first login. */
export function createProvider({ config }: Pick<Platform, 'config'>): Provider | undefined {
  const { oidc } = config;
  if (oidc === undefined) return undefined;
  const redirectUri = `${config.publicUrl}/auth/oidc/callback/`;
  const discover = createDiscovery(oidc);
  return {
    loginUrl: async ({ state, nonce, verifier }) => {
      const url = client.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope: oidc.scope,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },
    identityOf: async (query, { state, nonce, verifier }) => {
      const found = await discover();
      const tokens = await client.authorizationCodeGrant(
        found,
        new URL(`${redirectUri}?${query}`),
        {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        },
      );
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('the provider sent no ID token');
      // Many providers put groups and addresses only into the second answer.
      const more = found.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(found, tokens.access_token, claims.sub)
        : {};
      return identityIn(claims, more, oidc);
    },
  };
}

function createDiscovery(oidc: NonNullable<Platform['config']['oidc']>) {
  let known: { at: number; found: Promise<client.Configuration> } | undefined;
  return (): Promise<client.Configuration> => {
    if (known !== undefined && Date.now() - known.at < KNOWN_MS) return known.found;
    const isPlain = oidc.issuer.startsWith('http:');
    const found = client.discovery(
      new URL(oidc.issuer),
      oidc.clientId,
      oidc.clientSecret,
      undefined,
      {
        timeout: TIMEOUT_SECONDS,
        execute: [
          client.enableNonRepudiationChecks,
          // The configuration allows http only on this machine.
          ...(isPlain ? [client.allowInsecureRequests] : []),
        ],
      },
    );
    known = { at: Date.now(), found };
    found.catch(() => {
      known = undefined;
    });
    return found;
  };
}

/** Whether the provider could not be asked, as opposed to an answer that is not accepted. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  const { code, cause } = error as { code?: string; cause?: unknown };
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') return true;
  return cause !== undefined && cause !== error && isUnreachable(cause);
}
