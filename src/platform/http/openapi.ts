import { gzipSync } from 'node:zlib';
import swagger from '@fastify/swagger';
import swaggerUi, { type FastifySwaggerUiOptions } from '@fastify/swagger-ui';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { VERSION } from '../version.js';
import { anybody } from './access.js';
import { IfMatchHeaders } from './headers.js';
import { publishedOpenApi } from './publish-openapi.js';
import { asVersion30 } from './schemas-3-0.js';
import type { App } from './server.js';

/** The one style element in the reference page: the colours of its logo. */
const LOGO_STYLE = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

/** The reference page loads its scripts and styles from this host. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${LOGO_STYLE}`,
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers that a route declares, and `If-Match`. */
const withIfMatch = (declared: unknown): object => {
  const { properties } = (declared ?? {}) as { properties?: object };
  return { type: 'object', properties: { ...properties, ...IfMatchHeaders.properties } };
};

export function installOpenApi(app: App): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tillhouse',
        version: VERSION,
        description:
          'Tills, back office, web shop and webhooks of a chain of shops. Amounts are decimal strings, times are UTC.',
        license: { name: 'MIT' },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          cookie: { type: 'apiKey', in: 'cookie', name: 'web_session' },
          cartToken: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Cart-Session-Token',
            description:
              'The token of a visit without a login, as the start of the visit answers it.',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const access = route.config?.access;
      const needsLogin = access?.kind === 'permission' || access?.kind === 'signed-in';
      const described = {
        ...schema,
        ...(route.config?.comparesIfMatch?.() && { headers: withIfMatch(schema?.headers) }),
        ...(needsLogin ? { security: [{ bearer: [] }, { cookie: [] }] } : {}),
        ...(access?.kind === 'permission' ? { 'x-permission': access.permission } : {}),
        ...(access && { 'x-called-from': access.from }),
      };
      return { schema: described, url };
    },
  });
  app.register(async docs => {
    docs.addHook('onRoute', route => {
      route.config = { ...route.config, access: anybody };
      route.schema = { ...route.schema, hide: true };
    });
    docs.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', PAGE_POLICY);
    });
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      transformSpecification: compact(app),
      transformSpecificationClone: false,
      uiConfig: {
        docExpansion: 'none',
        // The list of all schemas at the end of the page.
        defaultModelsExpandDepth: -1,
        filter: true,
        persistAuthorization: true,
        tryItOutEnabled: true,
      },
      theme: { title: 'Tillhouse API reference' },
    });
  });
}

type Transform = NonNullable<FastifySwaggerUiOptions['transformSpecification']>;
type Description = { document: object; zipped: Buffer };

/** A document that is made at its first use and compressed once. */
function describeOnce(make: () => object): () => Description {
  let made: Description | undefined;
  return () => {
    if (made === undefined) {
      const document = make();
      made = { document, zipped: gzipSync(JSON.stringify(document)) };
    }
    return made;
  };
}

/** The document itself, or compressed for a client that takes it so. */
function compressed(
  { document, zipped }: Description,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  reply.header('vary', 'accept-encoding');
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return document;
  reply.headers({
    'content-type': 'application/json; charset=utf-8',
    'content-encoding': 'gzip',
  });
  return zipped;
}

/** The document of the reference page. */
function compact(app: App): Transform {
  const describe = describeOnce(() => asVersion30(publishedOpenApi(app.swagger())));
  return (_original, request, reply) => {
    const isDocument = request.url.split('?')[0]?.endsWith('/json');
    return (isDocument ? compressed(describe(), request, reply) : describe().document) as never;
  };
}

/** Registered after all routes: the description for the reference page and generated clients. */
export function serveOpenApi(app: App): void {
  const describe = describeOnce(() => publishedOpenApi(app.swagger()));
  app.get(
    '/openapi.json',
    { config: { access: anybody }, schema: { hide: true } },
    async (request, reply) => {
      reply.header('cache-control', 'no-cache');
      return compressed(describe(), request, reply);
    },
  );
}
