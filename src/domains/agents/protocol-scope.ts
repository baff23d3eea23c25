import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '../../platform/clock.js';
import { asFailure, type Envelope, sendFailure } from '../../platform/http/envelope.js';
import { tooMany } from '../../platform/http/failure.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { agentOf, authenticateAgent } from './authenticate-agent.js';
import type { Agent } from './repository.js';

/** Twenty a second: many buyers may use one program. */
export const REQUESTS_PER_MINUTE = 1_200;

export type Spoken = {
  envelope: Envelope;
  /** Runs before the login, such as to repeat headers in the answer. */
  greet?(request: FastifyRequest, reply: FastifyReply): void;
  /** Checks what the protocol wants of a request of this program. */
  admit(request: FastifyRequest, agent: Agent): Promise<void> | void;
  /** Sends an error in another way than the envelope; false: the envelope sends it. */
  answerError?(error: unknown, reply: FastifyReply, request: FastifyRequest): boolean;
};

/** A scope whose routes have the login, the limit and the errors of a protocol. */
export function protocolScope(
  app: App,
  platform: Platform,
  { envelope, greet, admit, answerError }: Spoken,
  declare: (scope: App) => void,
): void {
  app.register(async scope => {
    decorate(scope);
    scope.setErrorHandler((error, request, reply) =>
      answerError?.(asFailure(error, request.body) ?? error, reply, request)
        ? reply
        : sendFailure(envelope, error, request, reply),
    );
    scope.addHook('onRequest', async (request, reply) => {
      greet?.(request, reply);
      request.agent = await authenticateAgent(platform, request);
      await limitRequests(platform, agentOf(request));
      await admit(request, agentOf(request));
    });
    declare(scope as App);
  });
}

const decorate = (scope: FastifyInstance): void => {
  scope.decorateRequest('agent', null);
  scope.decorateRequest('spoken', null);
};

async function limitRequests({ limits }: Platform, { id }: Agent): Promise<void> {
  const verdict = await limits.throttle('agent-requests', id, REQUESTS_PER_MINUTE, MINUTE_MS);
  if (!verdict.blocked) return;
  throw tooMany('The program sends too many requests.', verdict.retryAfterSeconds);
}
