import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS, SECOND_MS } from '../../../platform/clock.js';
import { clientKey } from '../../../platform/http/limits.js';
import type { Language } from '../../../platform/language.js';
import { clean } from '../../../platform/plain-text.js';
import type { Platform } from '../../../platform/platform.js';
import { storedUserAgent } from '../../../platform/user-agent.js';
import { keyFor } from '../keys.js';
import { languageAsked } from '../language.js';
import {
  DEVICE_COOKIE,
  DEVICE_HEADER,
  DEVICE_KEPT_DAYS,
  deviceTokenFor,
  newDeviceId,
  readDeviceToken,
  sentDeviceToken,
} from './device-token.js';

export const DEVICE_KEPT_MS = DEVICE_KEPT_DAYS * DAY_MS;

const MAX_USER_AGENT_LENGTH = 200;

/** What a login knows about its device: a text for people, marks to recognise it, its id. */
export type Device = {
  userAgent: string;
  address: string;
  /** What the device asks for, if it is one of ours. */
  language: Language | undefined;
  marks: string[];
  id: string;
  /** The valid token that the device has. */
  known: ReturnType<typeof readDeviceToken>;
  isBrowser: boolean;
};

/**
 * A browser is recognised by its device token, which survives a change of network and a logout.
 * Programs that keep no token are recognised by their name and network.
 */
export function deviceOf(
  platform: Pick<Platform, 'config' | 'clock'>,
  request: FastifyRequest,
): Device {
  const userAgent = userAgentOf(request);
  const mark = (...parts: string[]): string =>
    createHmac('sha256', keyFor(platform.config.secretKey, 'clients'))
      .update(JSON.stringify(['device', ...parts]))
      .digest('base64url');
  const sent = sentDeviceToken(request);
  const known = readDeviceToken(platform, sent);
  const id = known?.id ?? newDeviceId();
  const isBrowser = request.headers['sec-fetch-mode'] !== undefined;
  const marks = [mark(userAgent, clientKey(request.ip))];
  // A token of an earlier form is a mark as a whole.
  if (known === undefined && sent !== undefined) marks.push(mark(sent));
  if (known !== undefined || isBrowser) marks.push(mark(id));
  const language = languageAsked(request);
  const address = clientKey(request.ip);
  return { userAgent, address, language, marks, id, known, isBrowser };
}

/**
 * Called after a login; a failed one gives no token. The device then counts for this person or
 * till: a till that a manager opened does not stay the manager's. Browsers get a cookie. Screens that keep no
 * cookies, and programs, take the token from the header.
 */
export function giveDeviceToken(
  reply: FastifyReply,
  platform: Pick<Platform, 'config' | 'clock'>,
  { id, known, isBrowser }: Device,
  owner: string,
): void {
  const token = deviceTokenFor(platform, known, { id, owner });
  if (token === undefined) return;
  reply.header(DEVICE_HEADER, token);
  if (!isBrowser) return;
  const options = {
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: platform.config.publicUrl.startsWith('https:'),
  };
  // Cookies from before the upgrade were kept for this path only and would hide the new one there.
  if (reply.request.cookies[DEVICE_COOKIE]) {
    reply.clearCookie(DEVICE_COOKIE, { ...options, path: '/auth/' });
  }
  reply.setCookie(DEVICE_COOKIE, token, {
    ...options,
    path: '/',
    maxAge: Math.floor(DEVICE_KEPT_MS / SECOND_MS),
  });
}

const userAgentOf = (request: FastifyRequest): string =>
  storedUserAgent(clean(request.headers['user-agent'] ?? ''), MAX_USER_AGENT_LENGTH);
