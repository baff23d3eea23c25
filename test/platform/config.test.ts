import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../../src/config.js';
import { processorSettings } from '../../src/domains/payments/index.js';
import { read } from '../support/sources.js';

const dataDir = mkdtempSync(join(tmpdir(), 'tillhouse-config-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const load = (env: Record<string, string> = {}) =>
  loadConfig({ DATA_DIR: dataDir, ...env }, processorSettings);

const problemsOf = (env: Record<string, string>): string[] => {
  try {
    load(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('configuration', () => {
  it('starts a demo without any setting', () => {
    const config = load();
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      publicUrl: 'http://127.0.0.1:8080',
      databaseUrl: undefined,
      redisUrl: undefined,
      demoData: true,
      debug: false,
      blockLoopback: false,
      floodLimit: 30,
      floodBlockSeconds: 3_600,
      cartSyncCommit: false,
      requestTimeoutMs: 30_000,
      trustProxy: [],
    });
    expect(config.processors.primary).toMatchObject({ webhookSecret: undefined });
  });

  it('takes several database hosts, and a pooler only with an address beside it', () => {
    const hosts = 'postgres://db-1,db-2:5433/shop?target_session_attrs=read-write';
    const pooled = { DATABASE_URL: 'postgres://pooler:6432/shop', DATABASE_POOLER: 'transaction' };
    expect(load({ ...pooled, DATABASE_DIRECT_URL: hosts })).toMatchObject({
      databaseUrl: pooled.DATABASE_URL,
      databaseDirectUrl: hosts,
      databasePooler: 'transaction',
    });
    expect(load({ DATABASE_URL: hosts })).toMatchObject({ databasePooler: 'none' });
    expect(problemsOf(pooled)).toEqual([
      'DATABASE_DIRECT_URL must be set with DATABASE_POOLER=transaction: migrations, jobs, the leader lock and the tools need a session of PostgreSQL itself',
    ]);
    expect(problemsOf({ DATABASE_DIRECT_URL: hosts })).toEqual([
      'DATABASE_DIRECT_URL needs DATABASE_URL',
    ]);
    expect(problemsOf({ DATABASE_URL: 'postgres://a,b:x/shop', DATABASE_POOLER: 'some' })).toEqual([
      'DATABASE_URL: "b:x" is not a host with an optional port',
      'DATABASE_POOLER must be one of none, transaction',
    ]);
  });

  it('takes Sentinels with the name that they watch', () => {
    const REDIS_SENTINELS = 'one:26380, two';
    expect(load({ REDIS_SENTINELS, REDIS_URL: 'redis://shop' }).redisSentinels).toEqual([
      { host: 'one', port: 26_380 },
      { host: 'two', port: 26_379 },
    ]);
    expect(problemsOf({ REDIS_SENTINELS })).toEqual([
      'REDIS_SENTINELS needs REDIS_URL with the name that the Sentinels watch as its host, such as redis://mymaster',
    ]);
    expect(problemsOf({ REDIS_SENTINELS: 'a:b', REDIS_URL: 'redis://shop' })).toEqual([
      'REDIS_SENTINELS takes host:port, not "a:b"',
    ]);
  });

  it('takes the password of Redis beside its address', () => {
    const REDIS_PASSWORD = 'a/b@c:%d';
    expect(load({ REDIS_PASSWORD, REDIS_URL: 'redis://shop:6379' }).redisUrl).toBe(
      'redis://:a%2Fb%40c%3A%25d@shop:6379',
    );
    expect(problemsOf({ REDIS_PASSWORD })).toEqual([
      'REDIS_PASSWORD needs REDIS_URL with the address of Redis',
    ]);
    expect(problemsOf({ REDIS_PASSWORD, REDIS_URL: 'redis://:x@shop' })).toEqual([
      'REDIS_URL contains a password: leave it out, or leave REDIS_PASSWORD out',
    ]);
  });

  it('keeps the generated secret, so that logins survive a restart', () => {
    expect(load().secretKey).toBe(load().secretKey);
  });

  it('traces nothing unless a collector is configured', () => {
    expect(load({ OTEL_SERVICE_NAME: 'x' }).tracing).toBeUndefined();
    const endpoint = 'http://127.0.0.1:4318';
    const some = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
    expect(load(some).tracing).toEqual({
      endpoint,
      headers: {},
      serviceName: 'tillhouse',
      sampleRatio: 1,
    });
    const all = {
      ...some,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=a%3Db, x-team = shop',
      OTEL_SERVICE_NAME: 'corner',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    };
    expect(load(all).tracing).toEqual({
      endpoint,
      headers: { 'x-api-key': 'a=b', 'x-team': 'shop' },
      serviceName: 'corner',
      sampleRatio: 0.25,
    });
  });

  it('refuses an invalid collector', () => {
    expect(
      problemsOf({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://',
        OTEL_EXPORTER_OTLP_HEADERS: 'no-value',
        OTEL_TRACES_SAMPLER_ARG: '1.5',
      }),
    ).toEqual([
      'OTEL_EXPORTER_OTLP_HEADERS must be a list of name=value',
      'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
      'OTEL_EXPORTER_OTLP_ENDPOINT is not a valid URL',
    ]);
    expect(problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: '127.0.0.1:4318' })).toEqual([
      'OTEL_EXPORTER_OTLP_ENDPOINT must start with http:// or https://',
      'OTEL_EXPORTER_OTLP_ENDPOINT is not a valid URL',
    ]);
  });

  it('names every invalid value at once', () => {
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

  it.each(['true', '1', '10.0.0.0/33', 'proxy.local'])('refuses the proxy setting %s', proxy => {
    expect(problemsOf({ TRUST_PROXY: proxy })).toHaveLength(1);
  });

  it.each(['10.0.0.1', '10.0.0.0/8,::1', 'fd00::/8'])('accepts the proxies %s', proxy => {
    expect(problemsOf({ TRUST_PROXY: proxy })).toEqual([]);
  });

  it('requires in production what a demo generates', () => {
    const problems = problemsOf({ NODE_ENV: 'production', PAYPAL_MODE: 'mock', DEBUG: 'true' });
    expect(problems.map(problem => problem.split(' ')[0]).sort()).toEqual([
      'DATABASE_URL',
      'DEBUG',
      'PAYPAL_MODE',
      'SECRET_KEY',
    ]);
  });

  it('refuses demo data in production, and leaves it out by default', () => {
    const env = {
      NODE_ENV: 'production',
      SECRET_KEY: 'k'.repeat(32),
      DATABASE_URL: 'postgres://x/y',
    };
    expect(load(env).demoData).toBe(false);
    expect(problemsOf({ ...env, DEMO_DATA: 'true' })).toEqual([
      'DEMO_DATA must be off in production, because its logins are published',
    ]);
  });

  it.each(['*', 'shop.example', 'https://shop.example/', 'https://shop.example/path'])(
    'refuses the origin %s',
    origin => {
      expect(problemsOf({ CORS_ORIGINS: origin })).toEqual([
        `CORS_ORIGINS takes origins such as https://shop.example, not "${origin}"`,
      ]);
    },
  );

  it('reads a secret or an address from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tillhouse-config-'));
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const loaded = load({
      KYC_WEBHOOK_SECRET_FILE: file('kyc', 'from-a-file\n'),
      DATABASE_URL_FILE: file('url', 'postgres://u:p@db/x\n'),
      SECRET_KEY_FILE: file('key', 'k'.repeat(40)),
    });
    expect(loaded.webhooks.kycSecret).toBe('from-a-file');
    expect(loaded.databaseUrl).toBe('postgres://u:p@db/x');
    expect(loaded.secretKey).toBe('k'.repeat(40));
    expect(
      problemsOf({
        KYC_WEBHOOK_SECRET: 'a',
        KYC_WEBHOOK_SECRET_FILE: file('other', 'b'),
        CMS_WEBHOOK_SECRET_FILE: file('empty', ' \n'),
        SECRET_KEY_FILE: join(folder, 'missing'),
      }),
    ).toEqual([
      'SECRET_KEY_FILE names a file that cannot be read (ENOENT)',
      'KYC_WEBHOOK_SECRET and KYC_WEBHOOK_SECRET_FILE are both set; keep one of them',
      'CMS_WEBHOOK_SECRET_FILE names an empty file',
    ]);
    rmSync(folder, { recursive: true });
  });

  it('reads every variable with a secret in it from a file', () => {
    const names = [...read('docs/operations.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)` \| /gm)]
      .map(([, name = '']) => name)
      .filter(name => /KEY|SECRET|TOKEN|PASSWORD|_URL$|HEADERS|CLIENT_ID|WEBHOOK_ID/.test(name));
    expect(names.length).toBeGreaterThan(20);
    const missing = Object.fromEntries(names.map(name => [`${name}_FILE`, '/no/such/file']));
    const problems = problemsOf(missing);
    for (const name of names) {
      expect(problems).toContain(`${name}_FILE names a file that cannot be read (ENOENT)`);
    }
  });

  it('treats an empty secret as missing', () => {
    expect(load({ KYC_WEBHOOK_SECRET: ' ' }).webhooks.kycSecret).toBeUndefined();
  });

  it('creates no demo data in an external database by default', () => {
    const env = { DATABASE_URL: 'postgres://localhost/x' };
    expect(load(env).demoData).toBe(false);
    expect(load({ ...env, DEMO_DATA: 'true' }).demoData).toBe(true);
  });
});
