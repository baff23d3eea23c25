import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/clock.js';
import { newId } from '../../../platform/ids.js';
import { openInternet, type Reach } from '../../../platform/outgoing/download.js';
import { send } from '../../../platform/outgoing/send.js';
import type { Platform } from '../../../platform/platform.js';
import { signatureHeader } from '../../../platform/webhooks/signature.js';
import { steps } from '../../../platform/work/queues/back-off.js';
import { defineQueue } from '../../../platform/work/queues/queue.js';
import { type Agent, agentById } from '../repository.js';
import { agentSeal } from '../seal.js';
import { webhookOf as ucpWebhookOf } from '../ucp/negotiate.js';
import { platformProfile } from '../ucp/platform-profile.js';
import { UcpProblem } from '../ucp/problem.js';
import { isUcpVersion } from '../ucp/schemas.js';
import { signedHeaders } from '../ucp/sign-message.js';
import { signingKeys } from '../ucp/signing-keys.js';
import { acpOrder } from './acp-order.js';
import { type OrderView, readOrder } from './read-order.js';
import { type AgentOrder, markSent, webhookOf } from './repository.js';
import { ucpOrder } from './ucp-order.js';

/**
 * What happens to orders of programs. A message has the whole order as it is when it is sent, so
 * several changes may be one message, and none is sent after a newer one.
 */
export const orderEventQueue = defineQueue<AgentOrder>({
  name: 'agents:order-events',
  table: 'agent_orders',
  key: ['sale_id'],
  due: 'next_attempt_at',
  lease: 'lease_until',
  attempts: 'attempts',
  attemptsCount: 'failures',
  error: 'error',
  open: 'q.revision > q.sent_revision and q.parked_at is null',
  parked: 'q.parked_at is not null',
  park: now => `parked_at = ${now}`,
  reopen: 'parked_at = null, attempts = 0',
  clock: 'node',
  leaseMs: MINUTE_MS,
  // Eight attempts over about a day.
  backOff: steps(
    [
      10 * SECOND_MS,
      MINUTE_MS,
      5 * MINUTE_MS,
      30 * MINUTE_MS,
      2 * HOUR_MS,
      6 * HOUR_MS,
      12 * HOUR_MS,
    ],
    0.2,
  ),
  batch: 1,
  concurrency: 4,
  handle: async (platform, orders) => {
    for (const order of orders) await sendOrder(platform, order, openInternet);
  },
});

/** Sends an order to its program; without an address for events there is nothing to send. */
export async function sendOrder(
  platform: Platform,
  order: AgentOrder,
  reach: Reach,
): Promise<void> {
  const { db, clock } = platform;
  const agent = await agentById(db, undefined, order.agent_id);
  const view = agent?.is_active ? await readOrder(platform, order) : undefined;
  if (agent && view) {
    const deliver = order.protocol === 'acp' ? sendAcp : sendUcp;
    const status = await deliver(platform, { agent, order, view }, reach);
    if (status !== undefined && (status < 200 || status > 299)) {
      throw new Error(`answered ${status}`);
    }
  }
  await markSent(db, order, clock.now());
}

type Sending = { agent: Agent; order: AgentOrder; view: OrderView };

/** Signed with the secret that the store and the program share; the status of the answer. */
async function sendAcp(
  { db, config, clock }: Platform,
  { agent, order, view }: Sending,
  reach: Reach,
): Promise<number | undefined> {
  const { webhook_url: url, webhook_secret: sealed } = await webhookOf(db, agent.id);
  if (url === null) return undefined;
  if (sealed === null) throw new Error('address without a secret');
  const isNew = order.sent_revision === 0;
  const type = isNew ? 'order_create' : 'order_update';
  const body = JSON.stringify({ type, data: acpOrder(view, isNew) });
  const now = clock.now();
  const headers = {
    'merchant-signature': signatureHeader(agentSeal(config).open(sealed), body, now),
    'request-id': newId(now),
    timestamp: now.toISOString(),
  };
  return (await send(url, body, headers, reach)).status;
}

/** To the address in the profile of the program, signed with the key in the profile of the shop. */
async function sendUcp(
  platform: Platform,
  { agent, order, view }: Sending,
  reach: Reach,
): Promise<number | undefined> {
  if (agent.profile_url === null) return undefined;
  const profile = await platformProfile(platform, agent.profile_url).catch((error: unknown) => {
    throw error instanceof UcpProblem ? new Error(error.code) : error;
  });
  const address = ucpWebhookOf(profile);
  if (address === undefined || !isUcpVersion(profile.version)) return undefined;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' && reach === openInternet) throw new Error('address is not https');
  const body = JSON.stringify(ucpOrder(view, profile.version));
  const now = platform.clock.now();
  // The same for every attempt, so that a program recognises a repeated message.
  const id = `${order.sale_id}-${order.revision}`;
  const [key] = signingKeys(platform.config);
  if (key === undefined || url === undefined) throw new Error('address is not valid');
  const headers = signedHeaders(
    {
      method: 'POST',
      url,
      body,
      headers: {
        'content-type': 'application/json',
        'ucp-agent': `profile="${platform.config.publicUrl}/.well-known/ucp"`,
        'idempotency-key': id,
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / SECOND_MS)),
      },
      createdAt: now,
    },
    key,
  );
  return (await send(url.href, body, headers, reach)).status;
}
