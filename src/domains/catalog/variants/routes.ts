import { atomically } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { decodeCursor, page } from '../../../platform/http/paginate.js';
import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import { partial } from '../../../platform/http/write-routes.js';
import type { Platform } from '../../../platform/platform.js';
import { staff } from '../../access/index.js';
import { presentVariant } from './present.js';
import { removeVariant } from './remove-variant.js';
import { listVariants, variantByRef } from './repository.js';
import { saveVariant } from './save-variant.js';
import {
  VariantAnswer,
  VariantBody,
  type VariantFields,
  VariantParams,
  VariantQuery,
} from './schemas.js';

const tags = ['Product variants'];
const read = { config: { access: staff('catalog.read') } };
const write = { config: { access: staff('catalog.chain') } };

export function variantRoutes(app: App, platform: Platform): void {
  readingRoutes(app, platform);
  writingRoutes(app, platform);
}

function readingRoutes(app: App, { db }: Platform): void {
  app.get(
    '/product-variants/',
    {
      ...read,
      schema: {
        tags,
        summary: 'List variants by SKU',
        querystring: VariantQuery,
        response: { 200: Type.Array(VariantAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = 50, cursor, ...filter } = request.query;
      const [after] = decodeCursor(cursor, 1) ?? [];
      const sku = after === undefined ? undefined : String(after);
      const rows = await listVariants(db, filter, sku, limit + 1);
      const shown = page(request, reply, rows, limit, row => [row.sku]);
      return shown.map(presentVariant);
    },
  );

  app.get(
    '/product-variants/:variant/',
    {
      ...read,
      schema: {
        tags,
        summary: 'A variant by UUID or SKU',
        params: VariantParams,
        response: { 200: VariantAnswer },
      },
    },
    async request => {
      const found = await variantByRef(db, request.params.variant);
      if (found === undefined) throw notFound('Product variant');
      return presentVariant(found);
    },
  );
}

function writingRoutes(app: App, { db }: Platform): void {
  app.post(
    '/product-variants/',
    {
      ...write,
      schema: {
        tags,
        summary: 'Add a variant to a product',
        body: VariantBody,
        response: { 201: VariantAnswer },
      },
    },
    async (request, reply) => {
      const saved = await atomically(db, tx => saveVariant(tx, undefined, request.body));
      return reply.code(201).send(presentVariant(saved));
    },
  );

  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: '/product-variants/:variant/',
      ...write,
      schema: {
        tags,
        summary: `${method === 'PUT' ? 'Write' : 'Change'} a variant`,
        params: VariantParams,
        body: method === 'PUT' ? VariantBody : partial(VariantBody),
        response: { 200: VariantAnswer },
      },
      handler: async request => {
        const change = request.body as Partial<VariantFields>;
        return presentVariant(
          await atomically(db, tx => saveVariant(tx, request.params.variant, change)),
        );
      },
    });
  }

  app.delete(
    '/product-variants/:variant/',
    {
      ...write,
      schema: {
        tags,
        summary: 'Delete a variant that nothing refers to',
        params: VariantParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await atomically(db, tx => removeVariant(tx, request.params.variant));
      return reply.code(204).send(null);
    },
  );
}
