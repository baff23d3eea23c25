import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { join, resolve } from 'node:path';

/** Everything that can be set from outside, read and checked once at start and passed down. */
const PAYPAL_MODES = ['mock', 'live'] as const;

export type Config = {
  production: boolean;
  host: string;
  port: number;
  publicUrl: string;
  dataDir: string;
  /** Unset: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined;
  /** A copy that follows the database, for reads that may lag. */
  replicaUrl: string | undefined;
  databasePoolSize: number;
  /** Unset: cache and bus live in this process. */
  redisUrl: string | undefined;
  secretKey: string;
  trustProxy: string[];
  corsOrigins: string[];
  blockLoopback: boolean;
  /** How long a client may take to send one request, body and all. */
  requestTimeoutMs: number;
  logLevel: string;
  demoData: boolean;
  smtpUrl: string | undefined;
  mailFrom: string;
  debug: boolean;
  jobConcurrency: number;
  webhooks: {
    primarySecret: string | undefined;
    kycSecret: string | undefined;
    cmsSecret: string | undefined;
    cmsDataset: string;
    cmsAllowCrossEnvironment: boolean;
    squareSecret: string | undefined;
    paypalWebhookId: string | undefined;
    paypalCertHosts: string[];
    paypalMode: (typeof PAYPAL_MODES)[number];
    bankSecret: string | undefined;
  };
  processors: {
    primaryApiKey: string | undefined;
    primaryApiBase: string | undefined;
    squareAccessToken: string | undefined;
    paypalClientId: string | undefined;
    paypalClientSecret: string | undefined;
    bankApiBase: string | undefined;
    bankApiKey: string | undefined;
  };
  cms: {
    projectId: string | undefined;
    apiToken: string | undefined;
    apiHost: string | undefined;
    /** Off: documents with malformed references are written all the same. */
    enforceReferenceShapes: boolean;
  };
  /** Unset: nothing is traced, and nothing of it is loaded. */
  tracing:
    | {
        /** The collector's address, without `/v1/traces`. */
        endpoint: string;
        headers: Record<string, string>;
        serviceName: string;
        sampleRatio: number;
      }
    | undefined;
};

export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(`The configuration has ${problems.length} problem(s):\n  - ${problems.join('\n  - ')}`);
  }
}

type Environment = Record<string, string | undefined>;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Reads one variable after the other and remembers what was wrong instead of stopping at the first. */
class Reader {
  readonly problems: string[] = [];

  constructor(private readonly env: Environment) {}

  /** An empty value counts as missing: an empty secret is a valid HMAC key and must not become one. */
  text(name: string): string | undefined {
    const value = this.env[name]?.trim();
    return value === '' ? undefined : value;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined) return fallback;
    if (['true', '1', 'yes', 'on'].includes(value)) return true;
    if (['false', '0', 'no', 'off'].includes(value)) return false;
    this.problems.push(`${name} must be true or false`);
    return fallback;
  }

  whole(name: string, fallback: number, min: number, max: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    this.problems.push(`${name} must be a whole number from ${min} to ${max}`);
    return fallback;
  }

  ratio(name: string, fallback: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    if (/^(0|1|[01]?\.\d+)$/.test(value) && Number(value) <= 1) return Number(value);
    this.problems.push(`${name} must be a number from 0 to 1`);
    return fallback;
  }

  /** Names and values as in `a=1,b=2`, with values in URL encoding. */
  pairs(name: string): Record<string, string> {
    const pairs: Record<string, string> = {};
    for (const item of this.list(name)) {
      const [, key, value] = /^([\w-]+)\s*=\s*(.*)$/.exec(item) ?? [];
      try {
        if (key === undefined || value === undefined) throw new Error('no name');
        pairs[key] = decodeURIComponent(value);
      } catch {
        this.problems.push(`${name} must be a list of name=value`);
      }
    }
    return pairs;
  }

  url(name: string, protocols: string[]): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const protocol = /^([a-z][a-z0-9+.-]*):/i.exec(value)?.[1]?.toLowerCase();
    if (protocol === undefined || !protocols.includes(protocol)) {
      this.problems.push(`${name} must start with ${protocols.map(p => `${p}://`).join(' or ')}`);
    }
    return value;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const found = allowed.find(item => item === value);
    if (found === undefined) this.problems.push(`${name} must be one of ${allowed.join(', ')}`);
    return found ?? fallback;
  }

  list(name: string): string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map(item => item.trim())
      .filter(item => item !== '');
  }

  /** Proxies are named by address: `true` would trust forged headers and a hop count trusts nobody. */
  proxies(name: string): string[] {
    const items = this.list(name);
    for (const item of items) {
      if (!isAddressOrCidr(item)) {
        this.problems.push(
          `${name} takes addresses or CIDR ranges such as 10.0.0.0/8, not "${item}"`,
        );
      }
    }
    return items;
  }
}

function isAddressOrCidr(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  if (!/^\d{1,3}$/.test(bits)) return false;
  try {
    new BlockList().addSubnet(address, Number(bits), version === 4 ? 'ipv4' : 'ipv6');
    return true;
  } catch {
    return false;
  }
}

/** In development a secret that is not set is made once and kept, so that sessions survive a restart. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'secret-key');
  try {
    const kept = readFileSync(file, 'utf8').trim();
    if (kept !== '') return kept;
  } catch {
    // Not there yet: made below.
  }
  mkdirSync(dataDir, { recursive: true });
  const secret = randomBytes(32).toString('base64url');
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}

function readWebhooks(read: Reader, production: boolean): Config['webhooks'] {
  const paypalMode = read.oneOf('PAYPAL_MODE', PAYPAL_MODES, 'live');
  if (production && paypalMode === 'mock') {
    read.problems.push('PAYPAL_MODE must not be mock in production: it accepts unsigned webhooks');
  }
  return {
    primarySecret: read.text('PRIMARY_WEBHOOK_SECRET'),
    kycSecret: read.text('KYC_WEBHOOK_SECRET'),
    cmsSecret: read.text('CMS_WEBHOOK_SECRET'),
    cmsDataset: read.text('CMS_DATASET') ?? 'production',
    cmsAllowCrossEnvironment: read.flag('CMS_ALLOW_CROSS_ENVIRONMENT', false),
    squareSecret: read.text('SQUARE_WEBHOOK_SECRET'),
    paypalWebhookId: read.text('PAYPAL_WEBHOOK_ID'),
    paypalCertHosts: read.list('PAYPAL_CERT_HOSTS'),
    paypalMode,
    bankSecret: read.text('BANK_WEBHOOK_SECRET'),
  };
}

function readProcessors(read: Reader): Config['processors'] {
  return {
    primaryApiKey: read.text('PRIMARY_API_KEY'),
    primaryApiBase: read.url('PRIMARY_API_BASE', ['http', 'https']),
    squareAccessToken: read.text('SQUARE_ACCESS_TOKEN'),
    paypalClientId: read.text('PAYPAL_CLIENT_ID'),
    paypalClientSecret: read.text('PAYPAL_CLIENT_SECRET'),
    bankApiBase: read.url('BANK_API_BASE', ['http', 'https']),
    bankApiKey: read.text('BANK_API_KEY'),
  };
}

/** The standard names, so that what is set for other services of a shop serves this one as well. */
function readTracing(read: Reader): Config['tracing'] {
  const endpoint = read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http', 'https']);
  const settings = {
    headers: read.pairs('OTEL_EXPORTER_OTLP_HEADERS'),
    serviceName: read.text('OTEL_SERVICE_NAME') ?? 'tillhouse',
    sampleRatio: read.ratio('OTEL_TRACES_SAMPLER_ARG', 1),
  };
  if (endpoint === undefined) return undefined;
  if (!URL.canParse(endpoint)) read.problems.push('OTEL_EXPORTER_OTLP_ENDPOINT is no address');
  return { endpoint, ...settings };
}

function checkProduction(read: Reader, databaseUrl: string | undefined): void {
  if (read.text('SECRET_KEY') === undefined) {
    read.problems.push('SECRET_KEY must be set in production (32 random bytes or more)');
  }
  if (databaseUrl === undefined) read.problems.push('DATABASE_URL must be set in production');
  if (read.flag('DEBUG', false)) read.problems.push('DEBUG must be off in production');
}

export function loadConfig(env: Environment): Config {
  const read = new Reader(env);
  const production = read.text('NODE_ENV') === 'production';
  const dataDir = resolve(read.text('DATA_DIR') ?? '.data');
  const databaseUrl = read.url('DATABASE_URL', ['postgres', 'postgresql']);
  const host = read.text('HOST') ?? '127.0.0.1';
  const port = read.whole('PORT', 8080, 0, 65_535);
  const secretKey = read.text('SECRET_KEY');
  if (production) checkProduction(read, databaseUrl);
  if (production && secretKey !== undefined && secretKey.length < 16) {
    read.problems.push('SECRET_KEY must have at least 16 characters in production');
  }
  const config: Omit<Config, 'secretKey'> = {
    production,
    host,
    port,
    publicUrl: (read.url('PUBLIC_URL', ['http', 'https']) ?? `http://${host}:${port}`).replace(
      /\/+$/,
      '',
    ),
    dataDir,
    databaseUrl,
    replicaUrl: read.url('DATABASE_REPLICA_URL', ['postgres', 'postgresql']),
    databasePoolSize: read.whole('DATABASE_POOL_SIZE', 16, 2, 500),
    redisUrl: read.url('REDIS_URL', ['redis', 'rediss']),
    trustProxy: read.proxies('TRUST_PROXY'),
    corsOrigins: read.list('CORS_ORIGINS'),
    blockLoopback: read.flag('BLOCK_LOOPBACK', false),
    requestTimeoutMs: read.whole('REQUEST_TIMEOUT_MS', 30_000, 500, 600_000),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    demoData: read.flag('DEMO_DATA', databaseUrl === undefined),
    smtpUrl: read.url('SMTP_URL', ['smtp', 'smtps']),
    mailFrom: read.text('MAIL_FROM') ?? 'Tillhouse <no-reply@tillhouse.example>',
    debug: read.flag('DEBUG', false),
    jobConcurrency: read.whole('JOB_CONCURRENCY', 6, 1, 100),
    webhooks: readWebhooks(read, production),
    processors: readProcessors(read),
    cms: {
      projectId: read.text('CMS_PROJECT_ID'),
      apiToken: read.text('CMS_API_TOKEN'),
      apiHost: read.url('CMS_API_HOST', ['http', 'https']),
      enforceReferenceShapes: read.flag('CMS_ENFORCE_REFERENCE_SHAPES', true),
    },
    tracing: readTracing(read),
  };
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return { ...config, secretKey: secretKey ?? keptSecret(dataDir) };
}
