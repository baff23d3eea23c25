import { type Config, loadConfig } from '../../src/config.js';

export function testConfig(env: Record<string, string> = {}): Config {
  return loadConfig({
    SECRET_KEY: 'a-secret-for-tests-only-0123456789',
    LOG_LEVEL: 'silent',
    DATABASE_POOL_SIZE: '8',
    DATA_DIR: '.data/test',
    ...env,
  });
}
