import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Platform } from '../../../platform/platform.js';
import { keysFor } from '../../../platform/seal.js';
import type { SessionRow } from './session.js';

/**
 * The token of the link with which a buyer takes a session over: the session, how often that has
 * happened, and a signature. Nothing is stored. Taking over counts up, so that a link works once
 * (`openHandover` allows a repeat) and the next answer to the program has another one.
 */
const ID_BYTES = 16;
const COUNT_BYTES = 4;
const SIGNED_BYTES = ID_BYTES + COUNT_BYTES;
const SIGNATURE_BYTES = 24;
const TOKEN = /^[\w-]{59}$/;

type Config = Pick<Platform, 'config'>;
type Link = Pick<SessionRow, 'id' | 'handovers'>;

const signature = (key: Buffer, signed: Buffer): Buffer =>
  createHmac('sha256', key).update(signed).digest().subarray(0, SIGNATURE_BYTES);

export function handoverToken({ config }: Config, { id, handovers }: Link): string {
  const signed = Buffer.alloc(SIGNED_BYTES);
  Buffer.from(id.replaceAll('-', ''), 'hex').copy(signed);
  signed.writeUInt32BE(handovers, ID_BYTES);
  const [key] = keysFor(config, 'agents/handover');
  return Buffer.concat([signed, signature(key as Buffer, signed)]).toString('base64url');
}

/** In the fragment, which browsers do not send, so the token appears in no log. */
export const continueUrl = (platform: Config, link: Link): string =>
  `${platform.config.publicUrl}/app/shop/continue#${handoverToken(platform, link)}`;

/** Undefined unless the service has signed the token, with its present or its former key. */
export function readHandoverToken({ config }: Config, token: string): Link | undefined {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  // The last character has bits that decoding ignores.
  if (bytes.toString('base64url') !== token) return undefined;
  const signed = bytes.subarray(0, SIGNED_BYTES);
  const given = bytes.subarray(SIGNED_BYTES);
  const isSigned = keysFor(config, 'agents/handover').some(
    key => given.length === SIGNATURE_BYTES && timingSafeEqual(signature(key, signed), given),
  );
  if (!isSigned) return undefined;
  const hex = signed.toString('hex', 0, ID_BYTES);
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { id, handovers: signed.readUInt32BE(ID_BYTES) };
}
