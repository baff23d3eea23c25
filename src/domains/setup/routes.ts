import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { office, staffOf } from '../access/index.js';
import { addSampleProducts } from './add-sample-products.js';
import { COUNTRIES } from './countries.js';
import { openFirstStore } from './open-first-store.js';
import { readProgress } from './read-progress.js';
import {
  CountryAnswer,
  FirstStoreAnswer,
  FirstStoreBody,
  ProgressAnswer,
  SampleAnswer,
  StepParams,
} from './schemas.js';
import { skipStep } from './skip-step.js';

const tags = ['First run'];
const admin = { config: { access: office('store.manage') } };

export function routes(app: App, platform: Platform): void {
  progressRoutes(app, platform);
  openingRoutes(app, platform);
}

function progressRoutes(app: App, platform: Platform): void {
  app.get(
    '/setup/progress/',
    {
      ...admin,
      schema: {
        tags,
        summary: 'The steps of the first run, computed from what exists',
        response: { 200: ProgressAnswer },
      },
    },
    () => readProgress(platform),
  );

  for (const [move, isSkipped] of [
    ['skip', true],
    ['resume', false],
  ] as const) {
    app.post(
      `/setup/steps/:step/${move}/`,
      {
        ...admin,
        schema: {
          tags,
          summary: isSkipped ? 'Skip a step of the first run for now' : 'Resume a skipped step',
          params: StepParams,
          response: { 200: ProgressAnswer },
        },
      },
      async request => {
        await skipStep(platform, request.params.step, isSkipped);
        return readProgress(platform);
      },
    );
  }
}

/** What an empty shop gets: a store with its taxes, and goods to sell. */
function openingRoutes(app: App, platform: Platform): void {
  app.get(
    '/setup/countries/',
    {
      ...admin,
      schema: {
        tags,
        summary: 'What a new store starts with, by country',
        response: { 200: Type.Array(CountryAnswer) },
      },
    },
    async () => COUNTRIES.map(country => ({ ...country })),
  );

  app.post(
    '/setup/store/',
    {
      ...admin,
      schema: {
        tags,
        summary: 'Open the first store with its taxes; its currency is that of the prices',
        body: FirstStoreBody,
        response: { 201: FirstStoreAnswer },
      },
    },
    async (request, reply) => reply.code(201).send(await openFirstStore(platform, request.body)),
  );

  app.post(
    '/setup/sample-products/',
    {
      ...admin,
      schema: {
        tags,
        summary: 'Add a small assortment with stock for the first store',
        response: { 200: SampleAnswer },
      },
    },
    request => addSampleProducts(platform, staffOf(request).userId),
  );
}
