import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { describeApi } from '../../src/app.js';
import { loadConfig } from '../../src/config.js';
import { events } from '../../src/domains/event-map.js';
import { liveDataOf } from '../../src/domains/realtime/index.js';
import { createLog } from '../../src/platform/log.js';

export const API_FILE = fileURLToPath(new URL('src/api.ts', import.meta.url));
export const EVENTS_FILE = fileURLToPath(new URL('src/events.ts', import.meta.url));

const HEAD =
  '// Written by `npm run generate:client` from the schemas of the routes. Do not edit.\n\n';

/** Says only what is absent: a third of the file, and nothing a caller needs to know. */
const NOISE = [
  /^ *headers: \{\n *\[name: string\]: unknown;\n *\};\n/gm,
  /^ *\/\*\* @description Default Response \*\/\n/gm,
  /^ *\w+\?: never;\n/gm,
  /^ *parameters: \{\n *\};\n/gm,
];

type Parameter = { in?: string; description?: string };
type Operation = { responses?: object; parameters?: Parameter[] };
type Description = { paths: Record<string, Record<string, Operation>> };

/** The types of every route, as the service itself describes them. */
export async function generateApi(): Promise<string> {
  const config = loadConfig({ SECRET_KEY: 'only-to-describe-the-routes-0123456789' }, {});
  const description = (await describeApi(config, createLog('silent'))) as Description;
  for (const operation of Object.values(description.paths).flatMap(Object.values)) {
    operation.responses = withoutErrors(operation.responses ?? {});
    // The same sentences at hundreds of routes; `/docs/` shows them.
    for (const one of operation.parameters ?? []) if (one.in === 'header') delete one.description;
  }
  return HEAD + (await typesOf(description));
}

const EVENTS_HEAD = '// Written by `npm run generate:client` from the event map. Do not edit.\n\n';

/** The data of every live event by name, as sockets get it. */
export async function generateEvents(): Promise<string> {
  const live = events.filter(definition => definition.live);
  const types = await typesOf({
    openapi: '3.1.0',
    info: { title: 'Live events', version: '1' },
    paths: {},
    components: { schemas: Object.fromEntries(live.map(one => [one.event, liveDataOf(one)])) },
  });
  const components = types.slice(types.indexOf('export interface components'));
  const end = components.indexOf('\n}\n') + 3;
  return `${EVENTS_HEAD}${components.slice(0, end)}
export type LiveData = components['schemas'];
`;
}

async function typesOf(description: object): Promise<string> {
  const types = astToString(await openapiTS(JSON.stringify(description)));
  const terse = NOISE.reduce((text, noise) => text.replaceAll(noise, ''), types);
  return terse.replaceAll(/^(?: {4})+/gm, indent => ' '.repeat(indent.length / 2));
}

/** Errors have one of two shapes everywhere; `ApiError` reads both. */
const withoutErrors = (responses: object): object =>
  Object.fromEntries(Object.entries(responses).filter(([status]) => !/^[45]/.test(status)));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(API_FILE, await generateApi());
  writeFileSync(EVENTS_FILE, await generateEvents());
}
