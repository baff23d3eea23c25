import { justified, signedIn } from '../../../platform/http/access.js';
import { notFound } from '../../../platform/http/failure.js';
import {
  Answer,
  Nullable,
  OneOf,
  Params,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { principalOf } from '../../access/index.js';
import { deviceName } from '../devices/device-name.js';
import { sessionsOf } from '../devices/repository.js';
import { endOtherSessions } from './end-own-sessions.js';
import { LOGIN_KINDS } from './tokens.js';

const tags = ['Login'];
const loggedIn = {
  config: {
    access: justified(
      'It shows and ends logins of the caller; it makes none.',
      signedIn('till', 'office', 'web'),
    ),
  },
};

const SessionAnswer = Answer({
  id: Uuid,
  kind: OneOf(LOGIN_KINDS),
  device: Type.String({ description: 'What the browser or program called itself' }),
  device_name: Type.String({ description: 'The same for people: `Chrome, Windows`' }),
  address: Nullable(
    Type.String({ description: 'IP address of the login, IPv6 as its /64 network' }),
  ),
  store_id: Nullable(Uuid),
  terminal_id: Nullable(Type.String()),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  expires_at: Timestamp,
  is_current: Type.Boolean({ description: 'The login of this request' }),
});
const EndedAnswer = Answer({ ended: Type.Integer({ description: 'Logins that ended' }) });

/** One's own logins on all devices. */
export function sessionRoutes(app: App, platform: Platform): void {
  app.get(
    '/auth/sessions/',
    {
      ...loggedIn,
      schema: {
        tags,
        summary: 'Your open logins, the last used first',
        response: { 200: Type.Array(SessionAnswer) },
      },
    },
    async request => {
      const { userId, sessionId } = principalOf(request);
      const rows = await sessionsOf(platform.db, userId, platform.clock.now());
      return rows.map(({ user_agent, created_at, last_seen_at, expires_at, ...row }) => ({
        ...row,
        device: user_agent,
        device_name: deviceName(user_agent),
        created_at: created_at.toISOString(),
        last_seen_at: last_seen_at.toISOString(),
        expires_at: expires_at.toISOString(),
        is_current: row.id === sessionId,
      }));
    },
  );

  app.delete(
    '/auth/sessions/',
    {
      ...loggedIn,
      schema: {
        tags,
        summary: 'End all your other logins; this one stays',
        response: { 200: EndedAnswer },
      },
    },
    async request => ({ ended: await endOtherSessions(platform, principalOf(request)) }),
  );

  app.delete(
    '/auth/sessions/:id/',
    {
      ...loggedIn,
      schema: {
        tags,
        summary: 'End one of your logins',
        params: Params({ id: Uuid }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      if ((await endOtherSessions(platform, principalOf(request), id)) === 0) {
        throw notFound('Session');
      }
      return reply.code(204).send(null);
    },
  );
}
