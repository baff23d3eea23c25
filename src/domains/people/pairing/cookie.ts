import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS, SECOND_MS } from '../../../platform/clock.js';
import type { Platform } from '../../../platform/platform.js';

/** The token of a paired device. Scripts of the page cannot read it. */
const PAIRING_COOKIE = 'paired_till';
const MAX_LENGTH = 128;
/** Browsers keep no cookie for longer; every login renews it. */
const KEPT_MS = 400 * DAY_MS;

export function readPairingCookie(request: FastifyRequest): string | undefined {
  const value = request.cookies[PAIRING_COOKIE];
  return value === undefined || value === '' || value.length > MAX_LENGTH ? undefined : value;
}

export function setPairingCookie(
  reply: FastifyReply,
  { config }: Pick<Platform, 'config'>,
  token: string,
): void {
  reply.setCookie(PAIRING_COOKIE, token, {
    path: '/pos/auth/',
    httpOnly: true,
    sameSite: 'strict',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: Math.floor(KEPT_MS / SECOND_MS),
  });
}
