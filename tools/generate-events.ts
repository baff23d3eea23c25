import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { events } from '../src/domains/event-map.js';
import { projectRoot } from '../src/platform/root.js';

export const EVENTS_FILE = 'docs/events.md';

const BEGIN = '<!-- Written by `npm run generate:events` from the event map. Do not edit. -->';
const END = '<!-- End of the generated part. -->';

/** The parts of JSON Schema that event payloads use. */
type Schema = {
  title?: string;
  type?: string;
  format?: string;
  pattern?: string;
  description?: string;
  const?: string;
  enum?: string[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
};

const isNull = ({ type }: Schema): boolean => type === 'null';

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.enum) return schema.enum.map(value => `\`${value}\``).join(', ');
  if (schema.anyOf) {
    const types = schema.anyOf.filter(one => !isNull(one)).map(typeOf);
    return [...types, ...(schema.anyOf.some(isNull) ? ['null'] : [])].join(' or ');
  }
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  if (schema.properties) return `{ ${Object.keys(schema.properties).join(', ')} }`;
  if (schema.format === 'uuid') return 'UUID';
  if (schema.format === 'date-time') return 'time';
  return schema.pattern?.includes('\\.\\d{2}') ? 'amount' : (schema.type ?? 'any');
}

function fieldsOf({ properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(([name, field]) => {
    const description = field.description ?? field.anyOf?.find(one => one.description)?.description;
    const presence = required.includes(name) ? '' : 'optional';
    return `| \`${name}\` | ${typeOf(field)} | ${[presence, description].filter(Boolean).join('; ')} |`;
  });
  return ['| Field | Type | |', '|---|---|---|', ...rows].join('\n');
}

const payloadOf = (schema: Schema): string =>
  schema.anyOf
    ? schema.anyOf.map(one => `With \`kind\` \`${one.title}\`:\n\n${fieldsOf(one)}`).join('\n\n')
    : fieldsOf(schema);

const yes = (value: boolean): string => (value ? 'yes' : '');

function catalogue(): string {
  const rows = events.map(
    ({ event, summary, live, webhook }) =>
      `| \`${event}\` | ${summary} | ${yes(live)} | ${yes(webhook)} |`,
  );
  const byPayload = new Map<string, string[]>();
  for (const { event, schema } of events) {
    const payload = payloadOf(JSON.parse(JSON.stringify(schema)) as Schema);
    byPayload.set(payload, [...(byPayload.get(payload) ?? []), `\`${event}\``]);
  }
  const payloads = [...byPayload].map(([payload, names]) => `${names.join(', ')}:\n\n${payload}`);
  return [
    ['| Event | When | Sockets | Webhooks |', '|---|---|---|---|', ...rows].join('\n'),
    '### Payloads',
    ...payloads,
  ].join('\n\n');
}

/** The page with a current catalogue in it. */
export function eventsPage(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined)
    throw new Error(`${EVENTS_FILE} has lost the marks of its generated part`);
  return `${before}${BEGIN}\n\n${catalogue()}\n\n${END}${after}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = join(projectRoot, EVENTS_FILE);
  writeFileSync(path, eventsPage(readFileSync(path, 'utf8')));
}
