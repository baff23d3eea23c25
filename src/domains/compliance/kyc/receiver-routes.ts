import type { FastifyReply, FastifyRequest } from 'fastify';
import { signature } from '../../../platform/http/access.js';
import { parseJsonInSteps } from '../../../platform/http/json.js';
import { Params, Text } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { refusalOfRotating } from '../../../platform/webhooks/verify.js';
import { applyInquiry } from './apply-inquiry.js';
import { receipts } from './schemas.js';
import { type KycVendor, vendors } from './vendors.js';

export function receiverRoutes(app: App, platform: Platform): void {
  app.post(
    '/compliance/kyc/:vendor/webhook/',
    {
      config: { access: signature },
      schema: {
        tags: ['Webhook receivers'],
        summary: 'Receive the outcome of an identity check',
        params: Params({ vendor: Text(300) }),
        response: receipts,
      },
    },
    (request, reply) => receive(platform, vendors.get(request.params.vendor), request, reply),
  );
}

/**
 * The order of the checks is part of the contract: secret, signature, time, digest, JSON, key,
 * owner.
 */
async function receive(
  platform: Platform,
  vendor: KycVendor | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const refuse = (status: number, detail: string) => reply.code(status).send({ detail });
  if (vendor === undefined) return refuse(404, 'unknown vendor');
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const header = request.headers[vendor.header];
  const refusal = refusalOfRotating({
    secret: vendor.secretOf(platform.config),
    header: typeof header === 'string' ? header : undefined,
    body,
    now: platform.clock.now(),
  });
  if (refusal !== null) return refuse(401, refusal);
  let payload: unknown;
  try {
    payload = await parseJsonInSteps(body, 'partner');
  } catch {
    return refuse(400, 'invalid json');
  }
  const inquiry = vendor.interpret(payload);
  if (inquiry.credentialKey === undefined) return refuse(400, 'missing reference-id');
  const applied = await applyInquiry(platform, vendor.name, inquiry.credentialKey, inquiry);
  if (applied === undefined) return refuse(404, 'credential not found');
  return reply.code(200).send(applied);
}
