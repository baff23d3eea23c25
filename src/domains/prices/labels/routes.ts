import { invalidField } from '../../../platform/http/failure.js';
import { OneOf, Query, Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { staff, staffOf } from '../../access/index.js';
import { storeInQuery } from '../store-in-query.js';
import { makeLabels } from './make-labels.js';
import { renderPdf } from './render-pdf.js';
import { renderZpl } from './render-zpl.js';

const LabelQuery = Query({
  variants: Type.String({
    minLength: 1,
    maxLength: 10_000,
    description: 'Ids or SKUs, separated by commas',
  }),
  store: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Default at a till: the store of the till',
    }),
  ),
  format: Type.Optional(OneOf(['pdf', 'zpl'], { default: 'pdf' })),
  count: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 1,
      description: 'Tags of each variant; at most 1000 tags in all',
    }),
  ),
});

export function labelRoutes(app: App, platform: Platform): void {
  app.get(
    '/labels/',
    {
      config: { access: staff('catalog.read') },
      schema: {
        tags: ['Prices'],
        summary: 'Price tags with barcode and unit price, as PDF or ZPL',
        querystring: LabelQuery,
        response: {
          200: {
            content: {
              'application/pdf': {
                schema: Type.Unsafe<string | Buffer>({ type: 'string', format: 'binary' }),
              },
              'application/zpl': { schema: Type.String() },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { variants, store: ref, format = 'pdf', count } = request.query;
      const caller = staffOf(request);
      const store = await storeInQuery(platform.db, caller, ref ?? caller.till?.storeId);
      if (store === undefined) throw invalidField('store', 'This field is required.');
      const refs = variants.split(',').map(each => each.trim());
      const labels = await makeLabels(
        platform,
        refs.filter(each => each !== ''),
        store,
        count,
      );
      return format === 'zpl'
        ? reply.type('application/zpl; charset=utf-8').send(renderZpl(labels))
        : reply.type('application/pdf').send(await renderPdf(labels));
    },
  );
}
