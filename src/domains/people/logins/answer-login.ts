import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../../../platform/platform.js';
import { type Device, deviceOf, giveDeviceToken } from '../devices/device.js';
import { ofPerson } from '../devices/device-token.js';
import { guestProofOf } from '../visits/resolve-web-session.js';
import { setSessionCookie } from './cookie.js';
import type { GuestProof } from './web-login.js';

/** Where a login comes from. */
export type LoginOrigin = { address: string; guest: GuestProof; device: Device };

/** Opens a login and gives the device its session cookie and token; a failed login gives none. */
export async function answerLogin<Login extends { cookie: string; userId: string }>(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  open: (origin: LoginOrigin) => Promise<Login>,
): Promise<Omit<Login, 'cookie' | 'userId'>> {
  const device = deviceOf(platform, request);
  const origin = { address: request.ip, guest: guestProofOf(request), device };
  const { cookie, userId, ...opened } = await open(origin);
  setSessionCookie(reply, platform, cookie);
  giveDeviceToken(reply, platform, device, ofPerson(userId));
  return opened;
}
