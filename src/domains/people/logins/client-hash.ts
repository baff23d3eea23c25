import { createHmac } from 'node:crypto';
import { clientKey } from '../../../platform/http/limits.js';
import type { Platform } from '../../../platform/platform.js';
import { keyFor } from '../keys.js';

type Keyed = Pick<Platform, 'config'>;

/** A keyed hash of a client address; addresses themselves are not stored. */
export const clientHash = (platform: Keyed, address: string): string =>
  digest(platform, clientKey(address));

/** A keyed hash of a client address at one till. */
export const callerHash = (platform: Keyed, terminalId: string, address: string): string =>
  digest(platform, JSON.stringify([terminalId, clientKey(address)]));

const digest = ({ config }: Keyed, text: string): string =>
  createHmac('sha256', keyFor(config.secretKey, 'clients')).update(text).digest('base64url');
