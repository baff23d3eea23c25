import { atomically } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { page } from '../../../platform/http/paginate.js';
import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import { partial } from '../../../platform/http/write-routes.js';
import type { Platform } from '../../../platform/platform.js';
import { staff } from '../../access/index.js';
import { fetchLater } from '../pictures/fetch-address.js';
import { readOrdering } from '../rules.js';
import { listProducts } from './list-repository.js';
import { cursorKey, positionOf } from './page-position.js';
import { presentProduct } from './present.js';
import { removeProduct } from './remove-product.js';
import { productByRef } from './repository.js';
import { saveProduct } from './save-product.js';
import {
  NewProductBody,
  ProductAnswer,
  ProductBody,
  type ProductChange,
  ProductParams,
  ProductQuery,
} from './schemas.js';

const tags = ['Products'];
const read = { config: { access: staff('catalog.read') } };
const write = { config: { access: staff('catalog.chain') } };

export function productRoutes(app: App, platform: Platform): void {
  readRoutes(app, platform);
  writeRoutes(app, platform);
}

function readRoutes(app: App, { db }: Platform): void {
  app.get(
    '/products/',
    {
      ...read,
      schema: {
        tags,
        summary: 'List products',
        querystring: ProductQuery,
        response: { 200: Type.Array(ProductAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = 50, cursor, ordering: orderingText, ...filter } = request.query;
      const ordering = readOrdering(orderingText);
      const after = positionOf(cursor, ordering);
      const rows = await listProducts(db, filter, ordering, after, limit + 1);
      const shown = page(request, reply, rows, limit, row => cursorKey(ordering, row));
      return shown.map(({ sort_key, ...product }) => presentProduct(product));
    },
  );

  app.get(
    '/products/:product/',
    {
      ...read,
      schema: {
        tags,
        summary: 'A product by number or slug',
        params: ProductParams,
        response: { 200: ProductAnswer },
      },
    },
    async request => {
      const found = await productByRef(db, request.params.product);
      if (found === undefined) throw notFound('Product');
      return presentProduct(found);
    },
  );
}

function writeRoutes(app: App, { db }: Platform): void {
  app.post(
    '/products/',
    {
      ...write,
      schema: {
        tags,
        summary: 'Create a product, optionally with variants',
        body: NewProductBody,
        response: { 201: ProductAnswer },
      },
    },
    async (request, reply) => {
      const saved = await atomically(db, async tx => {
        const created = await saveProduct(tx, undefined, request.body);
        await fetchLater(tx, created, undefined);
        return created;
      });
      return reply.code(201).send(presentProduct(saved));
    },
  );

  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: '/products/:product/',
      ...write,
      schema: {
        tags,
        summary: `${method === 'PUT' ? 'Write' : 'Change'} a product`,
        params: ProductParams,
        body: method === 'PUT' ? ProductBody : partial(ProductBody),
        response: { 200: ProductAnswer },
      },
      handler: async request => {
        const saved = await atomically(db, async tx => {
          const found = await productByRef(tx, request.params.product);
          if (found === undefined) throw notFound('Product');
          const changed = await saveProduct(tx, found.id, request.body as ProductChange);
          await fetchLater(tx, changed, found.image_url);
          return changed;
        });
        return presentProduct(saved);
      },
    });
  }

  app.delete(
    '/products/:product/',
    {
      ...write,
      schema: {
        tags,
        summary: 'Delete a product that nothing refers to',
        params: ProductParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await atomically(db, tx => removeProduct(tx, request.params.product));
      return reply.code(204).send(null);
    },
  );
}
