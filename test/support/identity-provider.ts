import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** A person of the company; `id` is the subject. */
export type Colleague = {
  id: string;
  email?: string;
  email_verified?: boolean;
  groups?: string[];
};

export type IdentityProvider = {
  issuer: string;
  people: Map<string, Colleague>;
  /** Logs a person in at the provider and returns the address it sends the browser to. */
  logIn(url: string, id: string): Promise<URL>;
  close(): Promise<void>;
};

export const CLIENT = { id: 'tillhouse', secret: 'a-secret-of-the-client-0123456789' };

/** A real provider on a port of this machine, with one client. */
export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const people = new Map<string, Colleague>();
  // The issuer names the port, so the server listens before it has the provider.
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
    pkce: { required: () => true },
    cookies: { keys: ['a key of the cookies'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...people.get(id) }),
    }),
    // Nobody is asked for consent, as at a company's own provider.
    loadExistingGrant: async context => {
      const { oidc } = context;
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email groups');
      await grant.save();
      return grant;
    },
  });
  server.on('request', provider.callback());
  return {
    issuer,
    people,
    logIn: (url, id) => walk(issuer, url, id),
    close: async () => {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Follows the redirects of the provider as a browser does, and fills in its log-in form. */
async function walk(issuer: string, start: string, id: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(start);
  for (let step = 0; step < 10; step += 1) {
    if (url.origin !== issuer) return url;
    const isForm = url.pathname.startsWith('/interaction/');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(isForm && { method: 'POST', body: `prompt=login&login=${id}&password=any` }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const next = response.headers.get('location');
    if (next === null) throw new Error(`${response.status} at ${url}: ${await response.text()}`);
    url = new URL(next, url);
  }
  throw new Error(`the provider does not come to an end: ${url}`);
}
