import type { Config } from '../../config.js';
import { createSeal, type Seal } from '../../platform/seal.js';

/** Encrypts secrets of programs, so that a copy of the database does not reveal them. */
export const agentSeal = (config: Config): Seal => createSeal(config, 'agents/secrets');
