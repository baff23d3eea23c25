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
  deviceIdOf,
  newDeviceToken,
  sentDeviceToken,
} from './device-token.js';

/** A device that was not used for this long counts as new again. */
export const DEVICE_KEPT_MS = 400 * DAY_MS;

const MAX_USER_AGENT_LENGTH = 200;

/** What a login knows about its device: a text for people, marks to recognise it, its token. */
export type Device = {
  userAgent: string;
  address: string;
  /** What the device asks for, if it is one of ours. */
  language: Language | undefined;
  marks: string[];
  token: string;
  /** Whether the device does not have the token yet. */
  isNew: boolean;
  isBrowser: boolean;
};

/**
 * A browser is recognised by its device token, which survives a change of network and a logout.
 * Programs that keep no token are recognised by their name and network.
 */
export function deviceOf(platform: Pick<Platform, 'config'>, request: FastifyRequest): Device {
  const userAgent = userAgentOf(request);
  const mark = (...parts: string[]): string =>
    createHmac('sha256', keyFor(platform.config.secretKey, 'clients'))
      .update(JSON.stringify(['device', ...parts]))
      .digest('base64url');
  const sent = sentDeviceToken(request);
  const isNew = deviceIdOf(platform, sent) === undefined;
  const token = isNew || sent === undefined ? newDeviceToken(platform) : sent;
  const isBrowser = request.headers['sec-fetch-mode'] !== undefined;
  const marks = [mark(userAgent, clientKey(request.ip))];
  if (sent !== undefined) marks.push(mark(sent));
  if (isNew && isBrowser) marks.push(mark(token));
  const language = languageAsked(request);
  const address = clientKey(request.ip);
  return { userAgent, address, language, marks, token, isNew, isBrowser };
}

/**
 * Called after a login; a failed one gives no token. Browsers get a cookie. Screens that keep no
 * cookies, and programs, take the token from the header.
 */
export function giveDeviceToken(
  reply: FastifyReply,
  { config }: Pick<Platform, 'config'>,
  { token, isNew, isBrowser }: Device,
): void {
  if (!isNew) return;
  reply.header(DEVICE_HEADER, token);
  if (!isBrowser) return;
  const options = {
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: config.publicUrl.startsWith('https:'),
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
