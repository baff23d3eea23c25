import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { minorDigits } from './platform/currencies.js';
import type { Pooler } from './platform/database/connect.js';
import type { S3Settings } from './platform/files/s3.js';
import type { RedisSentinel } from './platform/redis-connection.js';
import { type Environment, SettingsReader } from './platform/settings.js';

/** The configuration, read and validated once at start and passed down. */
export type Config = {
  production: boolean;
  host: string;
  port: number;
  publicUrl: string;
  dataDir: string;
  /** Unset: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined;
  /** A read replica, for reads that may lag. */
  replicaUrl: string | undefined;
  /** A session of PostgreSQL itself, where `databaseUrl` leads to a pooler. */
  databaseDirectUrl: string | undefined;
  databasePooler: Pooler;
  databasePoolSize: number;
  /** Whether visits and carts, like orders, are answered only when they are on disk. */
  cartSyncCommit: boolean;
  /** Unset: cache and bus live in this process. */
  redisUrl: string | undefined;
  /** Set: these Sentinels resolve the host of `redisUrl`, which is then the name of a primary. */
  redisSentinels: RedisSentinel[];
  secretKey: string;
  /** The previous key while `secretKey` replaces it; what it encrypted or signed stays valid. */
  secretKeyOld: string | undefined;
  /** Bearer token that reads `/metrics` from anywhere; undefined: no token does. */
  metricsToken: string | undefined;
  /** Whether the sandbox may stand in for a processor without credentials. */
  allowSandbox: boolean;
  trustProxy: string[];
  corsOrigins: string[];
  blockLoopback: boolean;
  /** An address that sends this many requests without a login in one second is blocked. */
  floodLimit: number;
  floodBlockSeconds: number;
  /** How long a client may take to send one request including its body. */
  requestTimeoutMs: number;
  logLevel: string;
  demoData: boolean;
  /** What visitors of `/` see: links to all screens, or the web shop. */
  frontPage: (typeof FRONT_PAGES)[number];
  /** The file that proves to Apple that this domain takes Apple Pay; unset: the address is 404. */
  applePayDomainFile: string | undefined;
  /** The currency of the variants' own prices. */
  baseCurrency: string;
  /** Whether the environment names it; otherwise the first store decides (`setup`). */
  isBaseCurrencySet: boolean;
  smtpUrl: string | undefined;
  mailFrom: string;
  debug: boolean;
  jobConcurrency: number;
  /** How long event consumers pause between batches while requests arrive. */
  eventRoundMs: number;
  webhooks: {
    kycSecret: string | undefined;
    cmsSecret: string | undefined;
    cmsDataset: string;
    cmsAllowCrossEnvironment: boolean;
  };
  /** By processor type: what the `readSettings` of that processor returned. */
  processors: Readonly<Record<string, unknown>>;
  cms: {
    projectId: string | undefined;
    apiToken: string | undefined;
    apiHost: string | undefined;
    /** True: without a content system, records are mirrored into the built-in content store. */
    builtIn: boolean;
    /** False: documents with malformed references are written anyway. */
    enforceReferenceShapes: boolean;
  };
  /** Whether imports fetch pictures from private networks and this machine too. */
  importPrivateAddresses: boolean;
  /** Where pictures are stored; unset: in `dataDir`. */
  mediaS3: S3Settings | undefined;
  /** Single sign-on at the desk; unset: people log in with passwords and passkeys only. */
  oidc:
    | {
        issuer: string;
        clientId: string;
        clientSecret: string;
        scope: string;
        /** The claim with the groups of a person. */
        rolesClaim: string;
        /** Role by group. A person in none of these groups cannot log in. */
        roles: Readonly<Record<string, OidcRole>>;
      }
    | undefined;
  /** Unset: tracing is off and its SDK is not loaded. */
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

const OIDC_ROLES = ['cashier', 'supervisor', 'manager', 'admin'] as const;
type OidcRole = (typeof OIDC_ROLES)[number];

export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(`The configuration has ${problems.length} problem(s):\n  - ${problems.join('\n  - ')}`);
  }
}

/** For each part of the service, by name, a function that reads its settings. */
export type SettingsDeclarations = Readonly<Record<string, (read: SettingsReader) => unknown>>;

const FRONT_PAGES = ['links', 'shop'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** In development a missing secret is generated and stored, so that sessions survive a restart. */
function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'secret-key');
  try {
    const stored = readFileSync(file, 'utf8').trim();
    if (stored !== '') return stored;
  } catch {
    // The file does not exist yet; it is written below.
  }
  mkdirSync(dataDir, { recursive: true });
  const secret = randomBytes(32).toString('base64url');
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}

/** A short token could be guessed, and a wrong one is not counted as a failed login. */
function readMetricsToken(read: SettingsReader): string | undefined {
  const token = read.secret('METRICS_TOKEN');
  if (token !== undefined && token.length < 16) {
    read.problems.push('METRICS_TOKEN must have at least 16 characters');
  }
  return token;
}

type Databases = Pick<
  Config,
  'databaseUrl' | 'databaseDirectUrl' | 'databasePooler' | 'replicaUrl'
>;

function readDatabases(read: SettingsReader): Databases {
  const databases: Databases = {
    databaseUrl: read.database('DATABASE_URL'),
    databaseDirectUrl: read.database('DATABASE_DIRECT_URL'),
    databasePooler: read.oneOf('DATABASE_POOLER', ['none', 'transaction'], 'none'),
    replicaUrl: read.database('DATABASE_REPLICA_URL'),
  };
  if (databases.databasePooler === 'transaction' && databases.databaseDirectUrl === undefined) {
    read.problems.push(
      'DATABASE_DIRECT_URL must be set with DATABASE_POOLER=transaction: migrations, jobs, the leader lock and the tools need a session of PostgreSQL itself',
    );
  }
  if (databases.databaseUrl === undefined && databases.databaseDirectUrl !== undefined) {
    read.problems.push('DATABASE_DIRECT_URL needs DATABASE_URL');
  }
  return databases;
}

function readRedis(read: SettingsReader): Pick<Config, 'redisUrl' | 'redisSentinels'> {
  const redisUrl = withPassword(
    read.url('REDIS_URL', ['redis', 'rediss']),
    read.secret('REDIS_PASSWORD'),
    read.problems,
  );
  const redisSentinels = read.list('REDIS_SENTINELS').flatMap(item => {
    const [, host, port = '26379'] = /^([^\s:]+)(?::(\d{1,5}))?$/.exec(item) ?? [];
    if (host !== undefined && Number(port) <= 65_535) return [{ host, port: Number(port) }];
    read.problems.push(`REDIS_SENTINELS takes host:port, not "${item}"`);
    return [];
  });
  if (redisSentinels.length > 0 && redisUrl === undefined) {
    read.problems.push(
      'REDIS_SENTINELS needs REDIS_URL with the name that the Sentinels watch as its host, such as redis://mymaster',
    );
  }
  return { redisUrl, redisSentinels };
}

/** Adds the password to the address, escaped: a password may contain any character. */
function withPassword(
  address: string | undefined,
  password: string | undefined,
  problems: string[],
): string | undefined {
  if (password === undefined) return address;
  if (address === undefined || !URL.canParse(address)) {
    problems.push('REDIS_PASSWORD needs REDIS_URL with the address of Redis');
    return address;
  }
  const url = new URL(address);
  if (url.password !== '') {
    problems.push('REDIS_URL contains a password: leave it out, or leave REDIS_PASSWORD out');
  }
  url.password = encodeURIComponent(password);
  return url.href;
}

function readWebhooks(read: SettingsReader): Config['webhooks'] {
  return {
    kycSecret: read.secret('KYC_WEBHOOK_SECRET'),
    cmsSecret: read.secret('CMS_WEBHOOK_SECRET'),
    cmsDataset: read.text('CMS_DATASET') ?? 'production',
    cmsAllowCrossEnvironment: read.flag('CMS_ALLOW_CROSS_ENVIRONMENT', false),
  };
}

/** Apple reads the file again when a domain is registered; a start without it would fail silently. */
function readApplePayFile(read: SettingsReader): string | undefined {
  const file = read.text('APPLE_PAY_DOMAIN_FILE');
  if (file !== undefined && !existsSync(file)) {
    read.problems.push('APPLE_PAY_DOMAIN_FILE names a file that does not exist');
  }
  return file;
}

/** The standard OpenTelemetry variables. */
function readTracing(read: SettingsReader): Config['tracing'] {
  const endpoint = read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http', 'https']);
  const settings = {
    headers: read.pairs('OTEL_EXPORTER_OTLP_HEADERS'),
    serviceName: read.text('OTEL_SERVICE_NAME') ?? 'tillhouse',
    sampleRatio: read.ratio('OTEL_TRACES_SAMPLER_ARG', 1),
  };
  if (endpoint === undefined) return undefined;
  if (!URL.canParse(endpoint)) read.problems.push('OTEL_EXPORTER_OTLP_ENDPOINT is not a valid URL');
  return { endpoint, ...settings };
}

/** All of them or none, except the region. */
function readMediaS3(read: SettingsReader): Config['mediaS3'] {
  const region = read.text('MEDIA_S3_REGION') ?? 'us-east-1';
  const settings = {
    endpoint: read.url('MEDIA_S3_ENDPOINT', ['http', 'https']),
    bucket: read.text('MEDIA_S3_BUCKET'),
    accessKey: read.secret('MEDIA_S3_ACCESS_KEY'),
    secretKey: read.secret('MEDIA_S3_SECRET_KEY'),
  };
  const { endpoint, bucket, accessKey, secretKey } = settings;
  if (Object.values(settings).every(value => value === undefined)) return undefined;
  if (!endpoint || !bucket || !accessKey || !secretKey) {
    read.problems.push(
      'MEDIA_S3_ENDPOINT, MEDIA_S3_BUCKET, MEDIA_S3_ACCESS_KEY and MEDIA_S3_SECRET_KEY go together',
    );
    return undefined;
  }
  return { endpoint, region, bucket, accessKey, secretKey };
}

/** Plain http is allowed only for a provider on this machine. */
function checkIssuer(read: SettingsReader, issuer: string): void {
  const isUrl = URL.canParse(issuer);
  const { protocol, hostname } = new URL(isUrl ? issuer : 'https://localhost');
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (!isUrl || (protocol !== 'https:' && !isLocal)) {
    read.problems.push('OIDC_ISSUER must be an https:// address');
  }
}

/** `group=role` pairs. A group may have spaces, not commas. */
function readOidcRoles(read: SettingsReader): Record<string, OidcRole> {
  const roles: Record<string, OidcRole> = {};
  for (const item of read.list('OIDC_ROLES')) {
    const [, group, name] = /^(.+?)\s*=\s*(\w+)$/.exec(item) ?? [];
    const role = OIDC_ROLES.find(one => one === name);
    if (group !== undefined && role !== undefined) roles[group] = role;
    else {
      const allowed = OIDC_ROLES.join(', ');
      read.problems.push(`OIDC_ROLES takes group=role with one of ${allowed}, not "${item}"`);
    }
  }
  return roles;
}

/** All of them or none, except scope and claim. */
function readOidc(read: SettingsReader): Config['oidc'] {
  const issuer = read.url('OIDC_ISSUER', ['http', 'https']);
  const clientId = read.secret('OIDC_CLIENT_ID');
  const clientSecret = read.secret('OIDC_CLIENT_SECRET');
  const roles = readOidcRoles(read);
  const scope = read.text('OIDC_SCOPE') ?? 'openid email profile';
  const rolesClaim = read.text('OIDC_ROLES_CLAIM') ?? 'groups';
  const hasRoles = Object.keys(roles).length > 0;
  if (!issuer && !clientId && !clientSecret && !hasRoles) return undefined;
  if (!issuer || !clientId || !clientSecret || !hasRoles) {
    read.problems.push(
      'OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_ROLES go together',
    );
    return undefined;
  }
  checkIssuer(read, issuer);
  return { issuer, clientId, clientSecret, scope, rolesClaim, roles };
}

function checkProduction(
  read: SettingsReader,
  {
    databaseUrl,
    secretKey,
    demoData,
  }: Pick<Config, 'databaseUrl' | 'demoData'> & {
    secretKey: string | undefined;
  },
): void {
  if (secretKey === undefined) {
    read.problems.push('SECRET_KEY must be set in production (32 random bytes or more)');
  } else if (secretKey.length < 16) {
    read.problems.push('SECRET_KEY must have at least 16 characters in production');
  }
  if (databaseUrl === undefined) read.problems.push('DATABASE_URL must be set in production');
  if (demoData) {
    read.problems.push('DEMO_DATA must be off in production, because its logins are published');
  }
  if (read.flag('DEBUG', false)) read.problems.push('DEBUG must be off in production');
}

/**
 * The processors declare their own settings, and the caller passes those declarations in, because
 * this file lies below the domains.
 */
export function loadConfig(env: Environment, processors: SettingsDeclarations): Config {
  const read = new SettingsReader(env);
  const { production } = read;
  const dataDir = resolve(read.text('DATA_DIR') ?? '.data');
  const databases = readDatabases(read);
  const { databaseUrl } = databases;
  const host = read.text('HOST') ?? '127.0.0.1';
  const port = read.whole('PORT', 8080, 0, 65_535);
  const secretKey = read.secret('SECRET_KEY');
  const demoData = read.flag('DEMO_DATA', databaseUrl === undefined && !production);
  if (production) checkProduction(read, { databaseUrl, secretKey, demoData });
  const config: Omit<Config, 'secretKey'> = {
    production,
    host,
    port,
    publicUrl: (read.url('PUBLIC_URL', ['http', 'https']) ?? `http://${host}:${port}`).replace(
      /\/+$/,
      '',
    ),
    dataDir,
    ...databases,
    databasePoolSize: read.whole('DATABASE_POOL_SIZE', 16, 2, 500),
    cartSyncCommit: read.flag('CART_SYNC_COMMIT', false),
    ...readRedis(read),
    secretKeyOld: read.secret('SECRET_KEY_OLD'),
    metricsToken: readMetricsToken(read),
    allowSandbox: read.flag('ALLOW_SANDBOX', !production),
    trustProxy: read.proxies('TRUST_PROXY'),
    corsOrigins: read.origins('CORS_ORIGINS'),
    blockLoopback: read.flag('BLOCK_LOOPBACK', false),
    floodLimit: read.whole('FLOOD_LIMIT', 30, 2, 100_000),
    floodBlockSeconds: read.whole('FLOOD_BLOCK_SECONDS', 3_600, 1, 86_400),
    requestTimeoutMs: read.whole('REQUEST_TIMEOUT_MS', 30_000, 500, 600_000),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    demoData,
    frontPage: read.oneOf('FRONT_PAGE', FRONT_PAGES, 'links'),
    applePayDomainFile: readApplePayFile(read),
    baseCurrency: read.currency('BASE_CURRENCY', 'USD', code => minorDigits(code) <= 2),
    isBaseCurrencySet: read.text('BASE_CURRENCY') !== undefined,
    smtpUrl: read.url('SMTP_URL', ['smtp', 'smtps']),
    mailFrom: read.text('MAIL_FROM') ?? 'Tillhouse <no-reply@tillhouse.example>',
    debug: read.flag('DEBUG', false),
    jobConcurrency: read.whole('JOB_CONCURRENCY', 6, 1, 100),
    eventRoundMs: read.whole('EVENT_ROUND_MS', 100, 10, 5_000),
    webhooks: readWebhooks(read),
    processors: Object.fromEntries(
      Object.entries(processors).map(([type, readSettings]) => [type, readSettings(read)]),
    ),
    cms: {
      projectId: read.text('CMS_PROJECT_ID'),
      apiToken: read.secret('CMS_API_TOKEN'),
      apiHost: read.url('CMS_API_HOST', ['http', 'https']),
      builtIn: read.flag('CMS_BUILT_IN', false),
      enforceReferenceShapes: read.flag('CMS_ENFORCE_REFERENCE_SHAPES', true),
    },
    importPrivateAddresses: read.flag('IMPORT_PRIVATE_ADDRESSES', false),
    mediaS3: readMediaS3(read),
    oidc: readOidc(read),
    tracing: readTracing(read),
  };
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return { ...config, secretKey: secretKey ?? storedSecret(dataDir) };
}
