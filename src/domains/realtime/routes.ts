import type { WebSocket } from '@fastify/websocket';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../../platform/database/connect.js';
import { socket as anySocket } from '../../platform/http/access.js';
import { officeEnvelope } from '../../platform/http/envelope.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { loggablePath } from '../../platform/redact.js';
import { admit, type Place } from './admit.js';
import { INTERNAL_ERROR, TRY_AGAIN } from './closings.js';
import { Connection } from './connection.js';
import { displayHubOf } from './display-hub.js';
import { hubOf } from './hub.js';
import { afterSeqOf } from './rules.js';

const DESCRIPTION =
  'Open as a WebSocket with `?token=`. The frames are described in docs/events.md.';

export function routes(app: App, platform: Platform): void {
  socketRoute(app, platform, {
    url: '/ws/pos-gateway/terminal/:terminal_id/',
    summary: 'Live events at a till',
    placeOf: params => ({ terminalId: params.terminal_id ?? '' }),
  });
  socketRoute(app, platform, {
    url: '/ws/pos-gateway/manager/:store_id/',
    summary: 'Live events of a store for its managers',
    placeOf: params => ({ storeRef: params.store_id ?? '' }),
  });
  displaySocketRoute(app, platform);
}

type SocketRoute = {
  url: string;
  summary: string;
  placeOf(params: Record<string, string>): Place;
};

function socketRoute(app: App, platform: Platform, { url, summary, placeOf }: SocketRoute): void {
  app.route({
    ...upgradeRoute(url, summary),
    wsHandler: (socket, request) => {
      const plain = request as FastifyRequest;
      const place = placeOf(plain.params as Record<string, string>);
      return accept(socket, plain, connection => join(platform, connection, plain, place));
    },
  });
}

/** The basket of one till for its customer display. */
function displaySocketRoute(app: App, platform: Platform): void {
  app.route({
    ...upgradeRoute('/ws/pos-gateway/display/', 'The basket of a till for its customer display'),
    wsHandler: (socket, request) =>
      accept(socket, request as FastifyRequest, connection =>
        displayHubOf(platform).open(connection, request as FastifyRequest),
      ),
  });
}

const upgradeRoute = (url: string, summary: string) => ({
  method: 'GET' as const,
  url,
  // Every handshake is accepted; an unauthorized client gets a close code.
  config: { access: anySocket },
  schema: {
    tags: ['Live events'],
    summary,
    description: DESCRIPTION,
    response: { 426: officeEnvelope.schema },
  },
  handler: async (_request: unknown, reply: FastifyReply) =>
    reply
      .code(426)
      .headers({ connection: 'upgrade', upgrade: 'websocket' })
      .send({ detail: 'Open this as a WebSocket.', code: 'UPGRADE_REQUIRED' }),
});

async function join(
  platform: Platform,
  connection: Connection,
  request: FastifyRequest,
  place: Place,
): Promise<void> {
  const admission = await admit(platform, request, place);
  if ('refused' in admission) return connection.close(admission.refused);
  const { sessionId } = admission.client;
  request.log.info({ path: loggablePath(request.url), session_id: sessionId }, 'socket opened');
  await hubOf(platform).join(connection, admission.client, afterSeqOf(request.query));
}

async function accept(
  socket: WebSocket,
  request: FastifyRequest,
  open: (connection: Connection) => Promise<void>,
): Promise<void> {
  const { log } = request;
  const path = loggablePath(request.url);
  // The plugin's own error listener terminates the socket at once, so the client would not receive
  // close code 1009 for an oversized frame.
  socket.removeAllListeners('error');
  socket.on('error', error => log.debug({ path, reason: error.message }, 'socket error'));
  const connection = new Connection(socket, request.raw.socket);
  connection.onClosed(code => log.info({ path, code }, 'socket closed'));
  try {
    await open(connection);
  } catch (error) {
    log[isDatabaseUnavailable(error) ? 'warn' : 'error'](
      { err: error, path },
      'opening a socket failed',
    );
    connection.close(isDatabaseUnavailable(error) ? TRY_AGAIN : INTERNAL_ERROR);
  }
}
