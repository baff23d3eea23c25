import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { DAY_MS } from '../../../platform/clock.js';
import { newToken } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import type { RecognizeDevice } from '../../access/index.js';
import { keyFor } from '../keys.js';

/**
 * A device gets a token with the answer to its first login, as a cookie and as a header, and sends
 * it with later requests in either way. It proves only who logged in on this device: the flood block
 * of an address spares it, and counts all devices of that person as one. Signature and expiry are
 * checked without the database.
 */
export const DEVICE_COOKIE = 'device';
export const DEVICE_HEADER = 'x-device-token';
const MAX_LENGTH = 128;

/** A device that was not used for this long counts as new again. */
export const DEVICE_KEPT_DAYS = 400;
/** A login renews a token that is valid for less. */
const RENEWED_DAYS = 200;

type Keys = Pick<Platform, 'config' | 'clock'>;

/** Under whose count a device is: a hash of a fixed length. */
type Owner = string;
const ownerOf = (kind: 'person' | 'till', id: string): Owner =>
  createHash('sha256')
    .update(JSON.stringify([kind, id]))
    .digest('base64url')
    .slice(0, 22);
export const ofPerson = (userId: string): Owner => ownerOf('person', userId);
export const ofTill = (terminalId: string): Owner => ownerOf('till', terminalId);

type DeviceToken = { id: string; owner: Owner; lastDay: number };

export const newDeviceId = newToken;

/** A token for this device; undefined if the one that it has already says the same. */
export function deviceTokenFor(
  { config, clock }: Keys,
  sent: DeviceToken | undefined,
  { id, owner }: Pick<DeviceToken, 'id' | 'owner'>,
): string | undefined {
  const today = dayOf(clock.now());
  if (sent?.owner === owner && sent.lastDay - today >= RENEWED_DAYS) return undefined;
  const content = `${id}.${owner}.${(today + DEVICE_KEPT_DAYS).toString(36)}`;
  return `${content}.${signature(config.secretKey, content)}`;
}

/** What the request sent, signed or not. Browsers from before the upgrade have other cookies. */
export function sentDeviceToken(request: FastifyRequest): string | undefined {
  const header = request.headers[DEVICE_HEADER];
  const sent = typeof header === 'string' ? header : request.cookies[DEVICE_COOKIE];
  return sent === undefined || sent === '' || sent.length > MAX_LENGTH ? undefined : sent;
}

/** What a token says that this installation signed with the current or the previous key. */
export function readDeviceToken(
  { config, clock }: Keys,
  token: string | undefined,
): DeviceToken | undefined {
  const [id = '', owner = '', day = '', signed = '', ...rest] = token?.split('.') ?? [];
  if (id === '' || owner === '' || signed === '' || rest.length > 0) return undefined;
  const isOurs = [config.secretKey, config.secretKeyOld].some(
    key => key !== undefined && isSame(signature(key, `${id}.${owner}.${day}`), signed),
  );
  const lastDay = Number.parseInt(day, 36);
  return isOurs && lastDay >= dayOf(clock.now()) ? { id, owner, lastDay } : undefined;
}

/** For the flood block: the person or till whose device sent the request, or has logged in. */
export const createRecognizeDevice = (platform: Keys): RecognizeDevice => ({
  ofRequest: request => readDeviceToken(platform, sentDeviceToken(request))?.owner,
  ofPerson,
});

const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

const signature = (secretKey: string, content: string): string =>
  createHmac('sha256', keyFor(secretKey, 'devices')).update(content).digest('base64url');

/** A letter that a caller makes up may have several bytes, so bytes are counted. */
function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
