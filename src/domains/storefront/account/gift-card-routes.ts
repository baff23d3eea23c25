import { atomically } from '../../../platform/database/tx.js';
import { signedIn } from '../../../platform/http/access.js';
import { notFound } from '../../../platform/http/failure.js';
import { DEFAULT_LIMIT, idCursor, page } from '../../../platform/http/paginate.js';
import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { principalOf } from '../../access/index.js';
import { cardsOfCustomer, deleteSavedCard, saveCard } from '../../stored-value/index.js';
import { presentCard } from './present.js';
import { CardAnswer, CardBody, CardParams, CardsQuery } from './schemas.js';

const tags = ['Web shop: account'];
const own = { config: { access: signedIn('web') } };
const PATH = '/web-commerce/gift-cards/';

export function giftCardRoutes(app: App, platform: Platform): void {
  const { db, clock } = platform;

  app.get(
    PATH,
    {
      ...own,
      schema: {
        tags,
        summary: 'Gift cards that you bought, were given or saved, newest first',
        querystring: CardsQuery,
        response: { 200: Type.Array(CardAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const { userId } = principalOf(request);
      const rows = await cardsOfCustomer(db, userId, idCursor(cursor), limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(card =>
        presentCard(card, clock.now()),
      );
    },
  );

  app.post(
    PATH,
    {
      ...own,
      schema: {
        tags,
        summary: 'Keep a gift card or store credit in your account by its code',
        description:
          'Wrong codes are counted. A card that is in the account already stays as it is.',
        body: CardBody,
        response: { 201: CardAnswer },
      },
    },
    async (request, reply) => {
      const customer = { id: principalOf(request).userId, address: request.ip };
      const card = await saveCard(platform, customer, request.body.code);
      return reply.code(201).send(presentCard(card, clock.now()));
    },
  );

  app.delete(
    `${PATH}:id/`,
    {
      ...own,
      schema: {
        tags,
        summary: 'Remove a saved card from your account; its value stays',
        params: CardParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { userId } = principalOf(request);
      const isGone = await atomically(db, tx => deleteSavedCard(tx, userId, request.params.id));
      if (!isGone) throw notFound('Gift card');
      return reply.code(204).send(null);
    },
  );
}
