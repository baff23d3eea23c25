import { notFound } from '../../platform/http/failure.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { writeRoutes } from '../../platform/http/write-routes.js';
import type { Platform } from '../../platform/platform.js';
import { staff } from '../access/index.js';
import { articleById, listArticles } from './article-repository.js';
import { presentArticle } from './present.js';
import { removeArticle, saveArticle } from './save-article.js';
import {
  ArticleAnswer,
  ArticleBody,
  type ArticleInput,
  ArticleQuery,
  IdParams,
} from './schemas.js';

const tags = ['Suppliers'];
const path = '/supplier-articles/';
const one = `${path}:id/`;
const params = IdParams;
const read = { config: { access: staff('delivery.manage') } };

export function articleRoutes(app: App, { db, config }: Platform): void {
  app.get(
    path,
    {
      ...read,
      schema: {
        tags,
        summary: 'List the articles that suppliers deliver, by SKU',
        querystring: ArticleQuery,
        response: { 200: Type.Array(ArticleAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, supplier, variant_id, sku, product } = request.query;
      const filter = { supplierId: supplier, variantId: variant_id, sku, productId: product };
      const rows = await listArticles(db, filter, decodeCursor(cursor, 2), limit + 1);
      return page(request, reply, rows, limit, row => [row.sku, row.id]).map(presentArticle);
    },
  );

  app.get(
    one,
    {
      ...read,
      schema: { tags, summary: 'A supplier article', params, response: { 200: ArticleAnswer } },
    },
    async request => {
      const article = await articleById(db, request.params.id);
      if (article === undefined) throw notFound('Supplier article');
      return presentArticle(article);
    },
  );

  writeRoutes<Partial<ArticleInput>>(app, db, {
    path,
    one,
    params,
    tags,
    summaries: {
      create: 'Add a variant to the articles of a supplier',
      write: 'Write a supplier article',
      change: 'Change a supplier article',
      remove: 'Remove a variant from the articles of a supplier',
    },
    access: staff('catalog.chain'),
    body: ArticleBody,
    answer: ArticleAnswer,
    save: async (tx, id, change) =>
      presentArticle(await saveArticle(tx, id, change, config.baseCurrency)),
    remove: (tx, id) => removeArticle(tx, id),
  });
}
