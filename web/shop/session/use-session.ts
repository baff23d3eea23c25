import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { answer, type Tillhouse } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';
import { cartToken } from '../storage.js';
import type { Session } from '../types.js';
import { SESSION_KEY } from './keys.js';

/** Loads the session. A guest without a cart token receives a new one. */
async function loadSession(api: Tillhouse): Promise<Session> {
  const session = await answer(api.GET('/web-commerce/auth/session/'));
  if (session.cart_token !== null) cartToken.set(session.cart_token);
  else if (session.authenticated || session.web_session_id === null) cartToken.set(undefined);
  return session;
}

const sessionQuery = (api: Tillhouse) =>
  queryOptions({
    queryKey: SESSION_KEY,
    queryFn: () => loadSession(api),
    staleTime: 5 * 60_000,
  });

export const useSession = () => useQuery(sessionQuery(useApi()));

/** The session, loaded first if it is not known yet. */
export const knownSession = (queries: QueryClient, api: Tillhouse): Promise<Session> =>
  queries.fetchQuery(sessionQuery(api));

/** Reloads the session after the shopper or the cart changed. */
export const renewSession = (queries: QueryClient, api: Tillhouse): Promise<Session> =>
  queries.fetchQuery({ ...sessionQuery(api), staleTime: 0 });
