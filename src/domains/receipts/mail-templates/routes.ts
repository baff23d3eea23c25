import type { FastifyRequest } from 'fastify';
import { atomically, type Reader } from '../../../platform/database/tx.js';
import { conflict, notFound } from '../../../platform/http/failure.js';
import { type Static, Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import { queueMail } from '../../../platform/mail/queue-mail.js';
import type { Platform } from '../../../platform/platform.js';
import { maySee, office, staffOf } from '../../access/index.js';
import { emailOf } from '../../people/index.js';
import {
  dropStores,
  findStore,
  removeMailTemplate,
  type Store,
  saveMailTemplate,
} from '../../stores/index.js';
import { sampleMail } from './sample-mail.js';
import {
  PreviewAnswer,
  TemplateAnswer,
  TemplateBody,
  TemplateParams,
  TemplatesParams,
  TestAnswer,
} from './schemas.js';
import { checkedTemplate, presentTemplate, presentTemplates } from './templates.js';

const PATH = '/mail-templates/:store/';
const ONE = `${PATH}:kind/:language/`;
const tags = ['Mail templates'];
const config = { access: office('store.settings') };
const params = TemplateParams;

type Which = Static<typeof TemplateParams>;

async function storeIn(reader: Reader, request: FastifyRequest): Promise<Store> {
  const { store: ref } = request.params as { store: string };
  const store = await findStore(reader, ref);
  if (store === undefined || !maySee(staffOf(request), store.id)) throw notFound('Store');
  return store;
}

export function mailTemplateRoutes(app: App, platform: Platform): void {
  readRoutes(app, platform);
  saveRoutes(app, platform);
  previewRoutes(app, platform);
}

function readRoutes(app: App, { db }: Platform): void {
  app.get(
    PATH,
    {
      config,
      schema: {
        tags,
        summary: "A store's texts of mails to customers",
        params: TemplatesParams,
        response: { 200: Type.Array(TemplateAnswer) },
      },
    },
    async request => presentTemplates(await storeIn(db, request)),
  );

  app.get(
    ONE,
    {
      config,
      schema: { tags, summary: 'The texts of a mail', params, response: { 200: TemplateAnswer } },
    },
    async request => {
      const { kind, language } = request.params;
      return presentTemplate(await storeIn(db, request), kind, language);
    },
  );
}

function saveRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  app.put(
    ONE,
    {
      config,
      schema: {
        tags,
        summary: 'Write the texts of a mail',
        params,
        body: TemplateBody,
        response: { 200: TemplateAnswer },
      },
    },
    async request => {
      const { kind, language } = request.params;
      const template = checkedTemplate(kind, request.body);
      const saved = await atomically(db, async tx => {
        const { id } = await storeIn(tx, request);
        await saveMailTemplate(tx, id, kind, language, template);
        return presentTemplate(await storeIn(tx, request), kind, language);
      });
      await dropStores(platform);
      return saved;
    },
  );

  app.delete(
    ONE,
    {
      config,
      schema: {
        tags,
        summary: 'Go back to the texts of the service',
        params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { kind, language } = request.params;
      await atomically(db, async tx => {
        const { id } = await storeIn(tx, request);
        await removeMailTemplate(tx, id, kind, language);
      });
      await dropStores(platform);
      return reply.code(204).send(null);
    },
  );
}

function previewRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  app.post(
    `${ONE}preview/`,
    {
      config: { ...config, audit: 'none' as const },
      schema: {
        tags,
        summary: 'The mail with these texts, about a made-up order',
        params,
        body: TemplateBody,
        response: { 200: PreviewAnswer },
      },
    },
    async request => sampleOf(db, await storeIn(db, request), request.params, request.body),
  );

  app.post(
    `${ONE}test/`,
    {
      config,
      schema: {
        tags,
        summary: 'Mail the preview to yourself',
        params,
        body: TemplateBody,
        response: { 200: TestAnswer },
      },
    },
    async request => {
      const store = await storeIn(db, request);
      const sample = await sampleOf(db, store, request.params, request.body);
      const to = await emailOf(db, staffOf(request).userId);
      if (!to) throw conflict('NO_EMAIL', 'Your user has no email address.');
      await atomically(db, tx =>
        queueMail(tx, platform, { to, purpose: 'test', about: { storeId: store.id }, ...sample }),
      );
      return { sent_to: to };
    },
  );
}

const sampleOf = (
  reader: Reader,
  store: Store,
  { kind, language }: Which,
  body: Static<typeof TemplateBody>,
) => sampleMail(reader, store, kind, language, checkedTemplate(kind, body));
