import type { Platform } from '../../../platform/platform.js';
import { createSeal, type Seal } from '../../../platform/seal.js';

export const ssoSeal = ({ config }: Pick<Platform, 'config'>): Seal =>
  createSeal(config, 'people/single-sign-on');
