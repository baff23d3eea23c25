import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { maskCardsInText } from '../../platform/card-numbers.js';
import { DAY_MS, SECOND_MS } from '../../platform/clock.js';
import { clientKey } from '../../platform/http/limits.js';
import { newToken } from '../../platform/ids.js';
import { clean } from '../../platform/plain-text.js';
import type { Platform } from '../../platform/platform.js';
import { keyFor } from './keys.js';

/** A device that was not used for this long counts as new again. */
export const DEVICE_KEPT_MS = 400 * DAY_MS;

const DEVICE_COOKIE = 'device';
const MAX_COOKIE_LENGTH = 128;
const MAX_USER_AGENT_LENGTH = 200;

/** What a login knows about its device: a text for people, and marks to recognise it. */
export type Device = { userAgent: string; marks: string[] };

/**
 * A browser is recognised by a cookie of its own, which survives a change of network and a logout.
 * Programs keep no cookies; those are recognised by their name and network.
 */
export function deviceOf(
  platform: Pick<Platform, 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Device {
  const userAgent = userAgentOf(request);
  const mark = (...parts: string[]): string =>
    createHmac('sha256', keyFor(platform.config.secretKey, 'clients'))
      .update(JSON.stringify(['device', ...parts]))
      .digest('base64url');
  const marks = [mark(userAgent, clientKey(request.ip))];
  const sent = request.cookies[DEVICE_COOKIE];
  if (sent && sent.length <= MAX_COOKIE_LENGTH) marks.push(mark(sent));
  else if (request.headers['sec-fetch-mode'] !== undefined) {
    const cookie = newToken();
    reply.setCookie(DEVICE_COOKIE, cookie, {
      path: '/auth/',
      httpOnly: true,
      sameSite: 'lax',
      secure: platform.config.publicUrl.startsWith('https:'),
      maxAge: Math.floor(DEVICE_KEPT_MS / SECOND_MS),
    });
    marks.push(mark(cookie));
  }
  return { userAgent, marks };
}

export const userAgentOf = (request: FastifyRequest): string =>
  maskCardsInText(clean(request.headers['user-agent'] ?? '')).slice(0, MAX_USER_AGENT_LENGTH);
