import { type Config, loadConfig } from '../../src/config.js';
import { processorSettings } from '../../src/domains/payments/index.js';

export function testConfig(env: Record<string, string> = {}): Config {
  const settings = {
    SECRET_KEY: 'a-secret-for-tests-only-0123456789',
    LOG_LEVEL: 'silent',
    DATABASE_POOL_SIZE: '8',
    DATA_DIR: '.data/test',
    ...env,
  };
  return loadConfig(settings, processorSettings);
}
