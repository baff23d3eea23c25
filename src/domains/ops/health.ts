import { cacheAnswers, checkAll, databaseAnswers } from '../../platform/health/check.js';
import { probe } from '../../platform/http/access.js';
import { plainPagePolicy } from '../../platform/http/page-policy.js';
import {
  Answer,
  Nullable,
  OneOf,
  OpenQuery,
  Timestamp,
  Type,
} from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { COMMIT, VERSION } from '../../platform/version.js';

const HealthStatus = OneOf(['healthy', 'unhealthy']);

const PosHealth = Answer({
  status: HealthStatus,
  timestamp: Timestamp,
  version: Type.String(),
  service_name: Type.String(),
  services: Answer({ database: Type.Boolean(), cache: Type.Boolean() }),
});

const Health = Answer({
  status: HealthStatus,
  checks: Answer({ database: Type.Boolean(), cache: Type.Boolean(), storage: Type.Boolean() }),
  version: Type.String(),
  commit: Nullable(Type.String({ description: 'Null for an installation without a checkout' })),
  timestamp: Timestamp,
});

const Readiness = Answer({
  status: OneOf(['ready', 'not_ready']),
  checks: Answer({ database: Type.Boolean(), cache: Type.Boolean() }),
});

/** Tills poll this route. It always answers 200; the body contains the status. */
export function tillHealthRoutes(app: App, platform: Platform): void {
  app.get(
    '/pos/health/',
    {
      config: { access: probe },
      schema: {
        tags: ['Health'],
        summary: 'Health check for tills',
        response: { 200: PosHealth },
      },
    },
    async () => {
      const [database, cache] = await Promise.all([
        databaseAnswers(platform),
        cacheAnswers(platform),
      ]);
      return {
        status: database && cache ? ('healthy' as const) : ('unhealthy' as const),
        timestamp: platform.clock.now().toISOString(),
        version: VERSION,
        service_name: 'tillhouse',
        services: { database, cache },
      };
    },
  );
}

export function healthRoutes(app: App, platform: Platform): void {
  app.get(
    '/health/',
    {
      config: { access: probe },
      schema: {
        tags: ['Health'],
        summary: 'Health of database, cache and storage',
        querystring: OpenQuery({ format: Type.Optional(Type.String({ maxLength: 20 })) }),
        response: { 200: { content: pageOrJson }, 500: { content: pageOrJson } },
      },
    },
    async (request, reply) => {
      const checks = await checkAll(platform);
      const healthy = Object.values(checks).every(Boolean);
      const report = {
        status: healthy ? ('healthy' as const) : ('unhealthy' as const),
        checks,
        version: VERSION,
        commit: COMMIT,
        timestamp: platform.clock.now().toISOString(),
      };
      reply.code(healthy ? 200 : 500);
      if (request.query.format === 'json') return reply.type('application/json').send(report);
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', PAGE_POLICY)
        .send(page(report));
    },
  );
}

/**
 * For balancers and orchestrators. A node without Redis still sells, and Redis is missing for all
 * nodes at once, so only the database decides whether a node receives requests.
 */
export function probeRoutes(app: App, platform: Platform): void {
  app.get(
    '/livez/',
    {
      config: { access: probe },
      schema: {
        tags: ['Health'],
        summary: 'Whether the process answers; asks nothing else',
        response: { 200: Answer({ status: OneOf(['alive']) }) },
      },
    },
    async () => ({ status: 'alive' as const }),
  );
  app.get(
    '/readyz/',
    {
      config: { access: probe },
      schema: {
        tags: ['Health'],
        summary: 'Whether this node can take requests',
        response: { 200: Readiness, 503: Readiness },
      },
    },
    async (_request, reply) => {
      const [database, cache] = await Promise.all([
        databaseAnswers(platform),
        cacheAnswers(platform),
      ]);
      reply.code(database ? 200 : 503);
      return {
        status: database ? ('ready' as const) : ('not_ready' as const),
        checks: { database, cache },
      };
    },
  );
}

const pageOrJson = {
  'application/json': { schema: Health },
  'text/html; charset=utf-8': { schema: Type.String() },
};

const STYLE =
  'body{font:16px/1.6 system-ui;margin:3rem auto;max-width:30rem;padding:0 1rem}li{list-style:none}' +
  '.ok::before{content:"✓ ";color:#1a7f37}.bad::before{content:"✗ ";color:#cf222e}';
const PAGE_POLICY = plainPagePolicy(STYLE);

const page = (report: {
  status: string;
  checks: Record<string, boolean>;
  version: string;
  commit: string | null;
  timestamp: string;
}): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Tillhouse health</title>
<style>${STYLE}</style>
<h1>Tillhouse is ${report.status}</h1>
<ul>${Object.entries(report.checks)
  .map(([name, passed]) => `<li class="${passed ? 'ok' : 'bad'}">${name}</li>`)
  .join('')}</ul>
<p>Version ${report.version}${report.commit === null ? '' : ` (${report.commit.slice(0, 8)})`}, ${report.timestamp}. <a href="?format=json">As JSON</a></p>
</html>
`;
