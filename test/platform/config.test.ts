import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../../src/config.js';

const dataDir = mkdtempSync(join(tmpdir(), 'tillhouse-config-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const problemsOf = (env: Record<string, string>): string[] => {
  try {
    loadConfig({ DATA_DIR: dataDir, ...env });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('configuration', () => {
  it('starts a demo without any setting', () => {
    const config = loadConfig({ DATA_DIR: dataDir });
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      publicUrl: 'http://127.0.0.1:8080',
      databaseUrl: undefined,
      redisUrl: undefined,
      demoData: true,
      debug: false,
      blockLoopback: false,
      trustProxy: [],
    });
    expect(config.webhooks.primarySecret).toBeUndefined();
  });

  it('keeps the secret it made, so that logins survive a restart', () => {
    expect(loadConfig({ DATA_DIR: dataDir }).secretKey).toBe(
      loadConfig({ DATA_DIR: dataDir }).secretKey,
    );
  });

  it('names every wrong value at once', () => {
    const problems = problemsOf({
      PORT: '80x',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://x',
      REDIS_URL: 'http://x',
      DEBUG: 'maybe',
      TRUST_PROXY: 'true',
    });
    expect(problems.map(problem => problem.split(' ')[0]).sort()).toEqual([
      'DATABASE_URL',
      'DEBUG',
      'LOG_LEVEL',
      'PORT',
      'REDIS_URL',
      'TRUST_PROXY',
    ]);
  });

  it.each(['true', '1', '10.0.0.0/33', 'proxy.local'])('does not trust the proxy %s', proxy => {
    expect(problemsOf({ TRUST_PROXY: proxy })).toHaveLength(1);
  });

  it.each(['10.0.0.1', '10.0.0.0/8,::1', 'fd00::/8'])('takes the proxies %s', proxy => {
    expect(problemsOf({ TRUST_PROXY: proxy })).toEqual([]);
  });

  it('asks in production for what a demo makes up', () => {
    const problems = problemsOf({ NODE_ENV: 'production', PAYPAL_MODE: 'mock', DEBUG: 'true' });
    expect(problems.map(problem => problem.split(' ')[0]).sort()).toEqual([
      'DATABASE_URL',
      'DEBUG',
      'PAYPAL_MODE',
      'SECRET_KEY',
    ]);
  });

  it('treats an empty secret as missing', () => {
    expect(
      loadConfig({ DATA_DIR: dataDir, KYC_WEBHOOK_SECRET: ' ' }).webhooks.kycSecret,
    ).toBeUndefined();
  });

  it('shows no demo data in a database of its own unless asked', () => {
    const env = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://localhost/x' };
    expect(loadConfig(env).demoData).toBe(false);
    expect(loadConfig({ ...env, DEMO_DATA: 'true' }).demoData).toBe(true);
  });
});
