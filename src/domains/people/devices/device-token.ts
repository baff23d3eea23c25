import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { newToken } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import type { RecognizeDevice } from '../../access/index.js';
import { keyFor } from '../keys.js';

/**
 * A device gets a token with the answer to its first login, as a cookie and as a header, and sends
 * it with later requests in either way. It proves only that somebody logged in on this device: the flood block of
 * an address spares it. The signature is checked without the database.
 */
export const DEVICE_COOKIE = 'device';
export const DEVICE_HEADER = 'x-device-token';
const MAX_LENGTH = 128;

type Keys = Pick<Platform, 'config'>;

export function newDeviceToken({ config }: Keys): string {
  const id = newToken();
  return `${id}.${signature(config.secretKey, id)}`;
}

/** What the request sent, signed or not. Browsers from before the upgrade have unsigned cookies. */
export function sentDeviceToken(request: FastifyRequest): string | undefined {
  const header = request.headers[DEVICE_HEADER];
  const sent = typeof header === 'string' ? header : request.cookies[DEVICE_COOKIE];
  return sent === undefined || sent === '' || sent.length > MAX_LENGTH ? undefined : sent;
}

/** The id in a token that this installation signed with the current or the previous key. */
export function deviceIdOf({ config }: Keys, token: string | undefined): string | undefined {
  const [id = '', signed = '', ...rest] = token?.split('.') ?? [];
  if (id === '' || signed === '' || rest.length > 0) return undefined;
  const isOurs = [config.secretKey, config.secretKeyOld].some(
    key => key !== undefined && isSame(signature(key, id), signed),
  );
  return isOurs ? id : undefined;
}

export const createRecognizeDevice =
  (platform: Keys): RecognizeDevice =>
  request =>
    deviceIdOf(platform, sentDeviceToken(request));

const signature = (secretKey: string, id: string): string =>
  createHmac('sha256', keyFor(secretKey, 'devices')).update(id).digest('base64url');

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
