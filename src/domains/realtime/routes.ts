import type { WebSocket } from '@fastify/websocket';
import type { FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../../platform/database/connect.js';
import { probe } from '../../platform/http/access.js';
import { officeEnvelope } from '../../platform/http/envelope.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { loggablePath } from '../../platform/redact.js';
import { admit, type Place } from './admit.js';
import { INTERNAL_ERROR, TRY_AGAIN } from './closings.js';
import { Connection } from './connection.js';
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
}

type SocketRoute = {
  url: string;
  summary: string;
  placeOf(params: Record<string, string>): Place;
};

function socketRoute(app: App, platform: Platform, { url, summary, placeOf }: SocketRoute): void {
  app.route({
    method: 'GET',
    url,
    // Every handshake is accepted; an unauthorized client gets a close code.
    config: { access: probe },
    schema: {
      tags: ['Live events'],
      summary,
      description: DESCRIPTION,
      response: { 426: officeEnvelope.schema },
    },
    handler: async (_request, reply) =>
      reply
        .code(426)
        .headers({ connection: 'upgrade', upgrade: 'websocket' })
        .send({ detail: 'Open this as a WebSocket.', code: 'UPGRADE_REQUIRED' }),
    wsHandler: (socket, request) => {
      const plain = request as FastifyRequest;
      return accept(platform, socket, plain, placeOf(plain.params as Record<string, string>));
    },
  });
}

async function accept(
  platform: Platform,
  socket: WebSocket,
  request: FastifyRequest,
  place: Place,
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
    const admission = await admit(platform, request, place);
    if ('refused' in admission) return connection.close(admission.refused);
    log.info({ path, session_id: admission.client.sessionId }, 'socket opened');
    await hubOf(platform).join(connection, admission.client, afterSeqOf(request.query));
  } catch (error) {
    log[isDatabaseUnavailable(error) ? 'warn' : 'error'](
      { err: error, path },
      'opening a socket failed',
    );
    connection.close(isDatabaseUnavailable(error) ? TRY_AGAIN : INTERNAL_ERROR);
  }
}
