import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECOND_MS } from '../../../platform/clock.js';
import type { Platform } from '../../../platform/platform.js';
import { REFRESH_MS } from './sessions.js';

/** Shared by shoppers and staff. */
export const SESSION_COOKIE = 'web_session';

/** Our cookies are shorter. */
const MAX_LENGTH = 128;

export function readSessionCookie(request: FastifyRequest): string | undefined {
  const value = request.cookies[SESSION_COOKIE];
  return value === undefined || value === '' || value.length > MAX_LENGTH ? undefined : value;
}

const options = ({ config }: Pick<Platform, 'config'>) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: config.publicUrl.startsWith('https:'),
});

export function setSessionCookie(
  reply: FastifyReply,
  platform: Pick<Platform, 'config'>,
  value: string,
  maxAgeMs = REFRESH_MS,
): void {
  reply.setCookie(SESSION_COOKIE, value, {
    ...options(platform),
    maxAge: Math.floor(maxAgeMs / SECOND_MS),
  });
}

export function clearSessionCookie(reply: FastifyReply, platform: Pick<Platform, 'config'>): void {
  reply.clearCookie(SESSION_COOKIE, options(platform));
}
