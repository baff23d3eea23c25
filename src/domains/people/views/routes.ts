import { atomically } from '../../../platform/database/tx.js';
import { conflict, notFound } from '../../../platform/http/failure.js';
import { Answer, Body, Params, Query, Type, Uuid } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import { newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { office, staffOf } from '../../access/index.js';
import { deleteView, putView, type SavedView, viewsOf } from './repository.js';

const tags = ['Saved views'];
const config = { access: office('sale.read') };
const MAX_VIEWS = 50;

const Page = Type.String({ pattern: '^[a-z][a-z-]{0,49}$', examples: ['transactions'] });
const VIEW = {
  page: Page,
  name: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }),
  query: Type.String({ maxLength: 2_000, description: 'As in the address of the page' }),
};
const ViewAnswer = Answer({ id: Uuid, ...VIEW });

const present = ({ id, page, name, query }: SavedView) => ({ id, page, name, query });

/** Lists of the desk as a user likes to see them; nobody sees the views of another user. */
export function viewRoutes(app: App, { db }: Platform): void {
  app.get(
    '/saved-views/',
    {
      config,
      schema: {
        tags,
        summary: 'Your own views of a list',
        querystring: Query({ page: Page }),
        response: { 200: Type.Array(ViewAnswer) },
      },
    },
    async request => (await viewsOf(db, staffOf(request).userId, request.query.page)).map(present),
  );

  app.post(
    '/saved-views/',
    {
      config,
      schema: {
        tags,
        summary: 'Save a view; one of the same name is replaced',
        body: Body(VIEW),
        response: { 201: ViewAnswer },
      },
    },
    async (request, reply) => {
      const { userId } = staffOf(request);
      const { page, query } = request.body;
      const name = request.body.name.trim();
      const view = { id: newId(), user_id: userId, page, name, query };
      const saved = await atomically(db, tx => putView(tx, view, MAX_VIEWS));
      if (saved === undefined) {
        throw conflict(
          'TOO_MANY_VIEWS',
          `A list has at most ${MAX_VIEWS} views. Delete one first.`,
        );
      }
      return reply.code(201).send(present(saved));
    },
  );

  app.delete(
    '/saved-views/:id/',
    {
      config,
      schema: {
        tags,
        summary: 'Delete one of your views',
        params: Params({ id: Uuid }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { userId } = staffOf(request);
      const isGone = await atomically(db, tx => deleteView(tx, userId, request.params.id));
      if (!isGone) throw notFound('Saved view');
      return reply.code(204).send(null);
    },
  );
}
