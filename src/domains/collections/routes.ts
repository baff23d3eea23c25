import { atomically, type Reader } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { type Static, Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { staff } from '../access/index.js';
import { findReference } from '../catalog/index.js';
import { deleteCollection } from './delete-collection.js';
import { readRule } from './read-rule.js';
import { previewRule, ruleOf, type StoredRule } from './repository.js';
import { removeRule, saveRule } from './save-rule.js';
import { PreviewAnswer, RuleAnswer, RuleBody, RuleParams } from './schemas.js';

const tags = ['Collections'];
const path = '/collections/:id/rule/';
const PREVIEWED = 12;

export function routes(app: App, platform: Platform): void {
  readRoutes(app, platform);
  writeRoutes(app, platform);
}

async function collectionOf(reader: Reader, ref: string): Promise<string> {
  const found = await findReference(reader, 'collections', ref);
  if (found === undefined) throw notFound('Collection');
  return found.id;
}

function readRoutes(app: App, { db, config, clock }: Platform): void {
  app.get(
    path,
    {
      config: { access: staff('catalog.read') },
      schema: {
        tags,
        summary: 'The rule that chooses the products of a collection',
        params: RuleParams,
        response: { 200: RuleAnswer },
      },
    },
    async request => {
      const rule = await ruleOf(db, await collectionOf(db, request.params.id));
      if (rule === undefined) throw notFound('Rule');
      return present(rule);
    },
  );

  app.post(
    '/collections/preview/',
    {
      config: { access: staff('catalog.read'), audit: 'none' },
      schema: {
        tags,
        summary: 'How many products a rule matches, and the first of them; nothing is written',
        body: RuleBody,
        response: { 200: PreviewAnswer },
      },
    },
    async request => {
      const rule = await readRule(db, request.body, config.baseCurrency);
      return previewRule(db, rule, clock.now(), PREVIEWED);
    },
  );
}

function writeRoutes(app: App, platform: Platform): void {
  const { db, config, clock } = platform;
  app.delete(
    '/collections/:id/',
    {
      config: { access: staff('catalog.chain') },
      schema: {
        tags,
        summary: 'Delete: collection',
        params: RuleParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await deleteCollection(platform, request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.put(
    path,
    {
      config: { access: staff('catalog.chain') },
      schema: {
        tags,
        summary: 'Let a rule choose the products of a collection, instead of a person',
        params: RuleParams,
        body: RuleBody,
        response: { 200: RuleAnswer },
      },
    },
    request =>
      atomically(db, async tx => {
        const id = await collectionOf(tx, request.params.id);
        const rule = await readRule(tx, request.body, config.baseCurrency);
        return present(await saveRule(tx, id, rule, clock.now()));
      }),
  );

  app.delete(
    path,
    {
      config: { access: staff('catalog.chain') },
      schema: {
        tags,
        summary: 'Remove the rule of a collection; its products stay, chosen by hand from now on',
        params: RuleParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await atomically(db, async tx => removeRule(tx, await collectionOf(tx, request.params.id)));
      return reply.code(204).send(null);
    },
  );
}

const present = ({ collection_id, match, conditions, updated_at }: StoredRule) =>
  ({
    collection: collection_id,
    match,
    conditions,
    updated_at: updated_at.toISOString(),
  }) satisfies Static<typeof RuleAnswer>;
