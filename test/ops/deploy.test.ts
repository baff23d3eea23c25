import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../src/platform/root.js';
import { isThere, read } from '../support/sources.js';

const compose = read('deploy/compose.yaml');
const example = new Set(
  [...read('deploy/.env.example').matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name ?? ''),
);
const taken = new Set([...compose.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name ?? ''));

/** Settings that the file fixes, derives from others or leaves at their default. */
const NOT_OFFERED = [
  'APPLE_PAY_DOMAIN_FILE',
  'BLOCK_LOOPBACK',
  'CART_SYNC_COMMIT',
  'CMS_ALLOW_CROSS_ENVIRONMENT',
  'CMS_BUILT_IN',
  'CMS_ENFORCE_REFERENCE_SHAPES',
  'DATABASE_DIRECT_URL',
  'DATABASE_POOLER',
  'DATABASE_REPLICA_URL',
  'DEBUG',
  'EVENT_ROUND_MS',
  'HOST',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_SAMPLER_ARG',
  'PAYPAL_API_BASE',
  'PAYPAL_MODE',
  'PORT',
  'PRIMARY_API_BASE',
  'REDIS_SENTINELS',
  'REQUEST_TIMEOUT_MS',
  'SQUARE_API_BASE',
];

describe('the compose file', () => {
  it('takes exactly the variables that .env.example offers', () => {
    expect([...taken].sort()).toEqual([...example].sort());
  });

  it('passes on every setting of docs/operations.md, or leaves it out on purpose', () => {
    const listed = [...read('docs/operations.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)` \| /gm)];
    const missing = listed
      .map(([, name = '']) => name)
      .filter(name => !new RegExp(`^ {4}${name}: `, 'm').test(compose) && name !== 'DATA_DIR');
    expect(missing.sort()).toEqual(NOT_OFFERED);
  });

  it('has no password of its own', () => {
    const secrets = [...example].filter(name => /PASSWORD|SECRET|TOKEN|KEY/.test(name));
    for (const name of secrets) {
      expect(compose).not.toMatch(new RegExp(`\\$\\{${name}:-[^}]`));
      expect(read('deploy/.env.example')).toMatch(new RegExp(`^${name}=$`, 'm'));
    }
    expect(secrets).toContain('POSTGRES_PASSWORD');
  });
});

it('builds the container from sources alone, without settings, data and results', () => {
  const [, first, ...rules] = read('.dockerignore').trimEnd().split('\n');
  expect(first).toBe('*');
  const taken = rules.flatMap(rule => (rule.startsWith('!') ? rule.slice(1) : []));
  expect(taken.filter(name => !isThere(name))).toEqual([]);
  expect(taken.filter(name => /^(\.|dist|deploy|docs|test|bench|node_modules)/.test(name))).toEqual(
    [],
  );
  // The last rule that matches counts.
  expect(rules.slice(taken.length)).toEqual(['**/node_modules', '**/.env', '**/.env.*']);
});

it('starts the programs of the package from the units of systemd', () => {
  const folder = join(projectRoot, 'deploy/systemd');
  const commands = readdirSync(folder)
    .filter(name => name.endsWith('.service'))
    .map(name => /\.bin\/tillhouse ?([a-z-]*)/.exec(read(`deploy/systemd/${name}`))?.[1]);
  expect(commands.sort()).toEqual(['', 'backup', 'drill']);
  expect(read('tools/tillhouse.mjs')).toMatch(/backup: 'backup'[\s\S]*drill: 'drill'/);
});

describe('the access log of a proxy', () => {
  it('has no query, where sockets have their token and gift cards their code', () => {
    const nginx = read('deploy/nginx.conf');
    const [, used] = /access_log \S+ (\w+);/.exec(nginx) ?? [];
    const [, format = ''] = new RegExp(`log_format ${used} ([^;]+);`).exec(nginx) ?? [];
    const logged = [...format.matchAll(/\$(\w+)/g)].map(([, name]) => name);
    expect(logged).toContain('uri');
    const withQuery = ['request', 'request_uri', 'args', 'query_string', 'http_referer'];
    expect(logged.filter(name => withQuery.includes(name ?? ''))).toEqual([]);

    const caddy = read('deploy/Caddyfile');
    const [, pattern = '', by = ''] = /request>uri regexp (\S+) (\S+)/.exec(caddy) ?? [];
    const shown = (uri: string): string => uri.replaceAll(new RegExp(pattern, 'g'), by);
    expect(shown('/ws/pos-gateway/manager/?token=eyJ.a?b')).toBe('/ws/pos-gateway/manager/?');
    expect(shown('/stores/')).toBe('/stores/');
  });

  it('has no header that opens a cart or a till', () => {
    const secret = /'(x-[a-z-]+-token)'/g;
    const names = [...read('src/platform/log.ts').matchAll(secret)].map(([, name]) => name ?? '');
    expect(names.sort()).toEqual(['x-cart-session-token', 'x-device-token']);
    const left = names.filter(
      name => !read('deploy/Caddyfile').toLowerCase().includes(`request>headers>${name} delete`),
    );
    expect(left).toEqual([]);
  });
});
