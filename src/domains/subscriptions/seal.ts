import type { Config } from '../../config.js';
import { createSeal } from '../../platform/seal.js';

const sealOf = (config: Config) => createSeal(config, 'subscriptions/secrets');

/** Encrypts a signing secret, so that a copy of the database does not reveal it. */
export const seal = (config: Config, secret: string): Buffer => sealOf(config).close(secret);

export const unseal = (config: Config, sealed: Buffer): string => sealOf(config).open(sealed);
