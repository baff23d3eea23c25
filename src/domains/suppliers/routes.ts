import { notFound } from '../../platform/http/failure.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { writeRoutes } from '../../platform/http/write-routes.js';
import type { Platform } from '../../platform/platform.js';
import { staff } from '../access/index.js';
import { presentSupplier } from './present.js';
import { removeSupplier } from './remove-supplier.js';
import { findSupplier, listSuppliers } from './repository.js';
import { saveSupplier } from './save-supplier.js';
import {
  IdParams,
  SupplierAnswer,
  SupplierBody,
  type SupplierInput,
  SupplierQuery,
} from './schemas.js';

const tags = ['Suppliers'];
const path = '/suppliers/';
const one = `${path}:id/`;
const params = IdParams;
const read = { config: { access: staff('delivery.manage') } };

export function supplierRoutes(app: App, { db }: Platform): void {
  app.get(
    path,
    {
      ...read,
      schema: {
        tags,
        summary: 'List suppliers by name',
        querystring: SupplierQuery,
        response: { 200: Type.Array(SupplierAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, q, is_archived: isArchived } = request.query;
      const rows = await listSuppliers(db, { q, isArchived }, decodeCursor(cursor, 2), limit + 1);
      return page(request, reply, rows, limit, row => [row.name, row.id]).map(presentSupplier);
    },
  );

  app.get(
    one,
    { ...read, schema: { tags, summary: 'A supplier', params, response: { 200: SupplierAnswer } } },
    async request => {
      const supplier = await findSupplier(db, request.params.id);
      if (supplier === undefined) throw notFound('Supplier');
      return presentSupplier(supplier);
    },
  );

  writeRoutes<Partial<SupplierInput>>(app, db, {
    path,
    one,
    params,
    tags,
    summaries: {
      create: 'Create a supplier',
      write: 'Write a supplier',
      change: 'Change a supplier',
      remove: 'Delete a supplier without purchase orders',
    },
    access: staff('catalog.chain'),
    body: SupplierBody,
    answer: SupplierAnswer,
    save: async (tx, id, change) => presentSupplier(await saveSupplier(tx, id, change)),
    remove: (tx, id) => removeSupplier(tx, id),
  });
}
