import { dirname, posix } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { generateApi, generateEvents } from '../packages/client/generate.js';
import { migrate } from '../src/platform/database/migrate.js';
import { createLog } from '../src/platform/log.js';
import { generateTables } from '../tools/generate-tables.js';
import { codesInSource } from './support/error-codes.js';
import { databaseUrl } from './support/global-setup.js';
import { cyclesIn, filesBelow, importsOf, isThere, read, sourcesBelow } from './support/sources.js';
import { domainOf, TIERS } from './support/tiers.js';

const domainFolders = [
  ...new Set(filesBelow('src/domains').flatMap(path => domainOf(path) ?? [])),
].sort();
const sources = sourcesBelow('src');
const imports = sources.flatMap(importsOf);
const written = (imports: { from: string; to: string }[]): string[] =>
  imports.map(({ from, to }) => `${from} imports ${to}`);

describe('imports', () => {
  it('resolve to files that exist', () => {
    expect(written(imports.filter(({ to }) => !isThere(to)))).toEqual([]);
  });

  it('point down the tiers only', () => {
    const upward = imports.filter(({ from, to }) => {
      const [here, there] = [domainOf(from), domainOf(to)];
      if (here === undefined || there === undefined) return false;
      return TIERS.indexOf(there) > TIERS.indexOf(here);
    });
    expect(written(upward)).toEqual([]);
  });

  it('use other domains through their index only', () => {
    const throughTheWall = imports.filter(({ from, to }) => {
      const there = domainOf(to);
      const isNeighbour = domainOf(from) !== undefined && there !== domainOf(from);
      return isNeighbour && there !== undefined && to !== `src/domains/${there}/index.ts`;
    });
    expect(written(throughTheWall)).toEqual([]);
  });

  it('never point from the platform to a domain, nor from a domain to the composition root', () => {
    const allowed: [from: RegExp, to: RegExp][] = [
      [/^src\/platform\//, /^src\/(platform\/|config\.ts$)/],
      [/^src\/domains\//, /^src\/(platform\/|domains\/|config\.ts$)/],
      [/^src\/config\.ts$/, /^src\/platform\//],
    ];
    const wrong = imports.filter(({ from, to }) =>
      allowed.some(([here, there]) => here.test(from) && !there.test(to)),
    );
    expect(written(wrong)).toEqual([]);
  });

  it('contain no cycle', () => {
    const rings = cyclesIn(imports.filter(({ typeOnly }) => !typeOnly));
    expect(rings.map(ring => ring.join(' -> '))).toEqual([]);
  });
});

describe('every domain', () => {
  it('has a tier, and no tier is empty', () => {
    expect([...TIERS].sort()).toEqual(domainFolders);
  });

  it('is mounted in the order of the tiers', () => {
    const list = /const domains: readonly Domain\[\] = \[([^\]]*)\]/.exec(read('src/app.ts'))?.[1];
    // `storedValue` is the domain `stored-value`.
    const mounted = [...(list ?? '').matchAll(/\w+/g)].map(([name]) =>
      name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`),
    );
    expect(mounted.length).toBeGreaterThan(0);
    expect(mounted).toEqual(TIERS.filter(name => mounted.includes(name)));
  });

  it.each(domainFolders)('%s has an index and a short README', name => {
    expect(isThere(`src/domains/${name}/index.ts`)).toBe(true);
    expect(isThere(`src/domains/${name}/README.md`)).toBe(true);
    const lines = read(`src/domains/${name}/README.md`).trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(30);
  });

  it('is described in ARCHITECTURE.md, in the order of the tiers', () => {
    const rows = [...read('ARCHITECTURE.md').matchAll(/^\| `([\w-]+)` \|/gm)].map(row => row[1]);
    expect(rows).toEqual(TIERS);
  });
});

describe('SQL', () => {
  const SQL =
    /\bsql(<[^`]*>)?`|\bstatement[<(]|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/;

  it('is in the repositories of a domain, never in its rules, use cases or routes', () => {
    const outside = sources.filter(
      path => domainOf(path) && !path.endsWith('repository.ts') && SQL.test(read(path)),
    );
    expect(outside).toEqual([]);
  });

  it('is elsewhere only in the platform and the demo data', () => {
    const elsewhere = sources.filter(
      path => !/^src\/(domains|platform|seed)\//.test(path) && SQL.test(read(path)),
    );
    expect(elsewhere).toEqual([]);
  });

  it('has table types that match the migrations', async () => {
    const server = inject('postgresUrl');
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query('create database table_types');
    try {
      const url = databaseUrl(server, 'table_types');
      await migrate(url, createLog('silent'));
      // False when `npm run generate:tables` would change the file.
      expect(generateTables(url, '--verify', '--log-level=error')).toBe(true);
    } finally {
      await client.query('drop database table_types with (force)');
      await client.end();
    }
  });
});

describe('the client', () => {
  it('has types that match the routes', async () => {
    // Different when `npm run generate:client` would change the file.
    const isCurrent = (await generateApi()) === read('packages/client/src/api.ts');
    expect(isCurrent, 'run npm run generate:client').toBe(true);
    const areEvents = (await generateEvents()) === read('packages/client/src/events.ts');
    expect(areEvents, 'run npm run generate:client').toBe(true);
  });
});

describe('the screens', () => {
  it('import only what ARCHITECTURE.md says they share with the service', () => {
    const shared = [
      /^web\//,
      /^src\/domains\/pricing\//,
      /^src\/domains\/catalog\/pictures\/choose-pictures\.ts$/,
      /^src\/domains\/receipts\/columns\.ts$/,
      /^src\/domains\/storefront\/pages\/search-terms\.ts$/,
      /^src\/domains\/storefront\/theme\/fonts\.ts$/,
      /^src\/platform\/(money|quantity|currencies|countries|plain-text|local-day)\.ts$/,
      /^src\/platform\/addresses\//,
    ];
    const outside = sourcesBelow('web')
      .flatMap(importsOf)
      .filter(({ to }) => !shared.some(pattern => pattern.test(to)));
    expect(written(outside)).toEqual([]);
  });
});

describe('configuration', () => {
  it('is read by src/config.ts alone; main.ts passes the environment', () => {
    const readers = sources.flatMap(path => {
      const rest = read(path).replace('loadConfig(process.env, processorSettings)', '');
      return /process\.env\b/.test(path === 'src/main.ts' ? rest : read(path)) ? [path] : [];
    });
    expect(readers).toEqual([]);
  });

  it('is described in docs/operations.md, every variable and no other', () => {
    const declaring = sources.filter(path =>
      /^src\/(config|platform\/settings|domains\/payments\/processors\/[^/]+\/index)\.ts$/.test(
        path,
      ),
    );
    const known = declaring.flatMap(path => [
      ...read(path).matchAll(/\b(?:read|this)\.\w+\(\s*'([A-Z\d_]+)'/g),
    ]);
    const described = [...read('docs/operations.md').matchAll(/^\| `([A-Z\d_]+)` \|/gm)];
    expect(described.map(row => row[1]).sort()).toEqual(
      [...new Set(known.map(row => row[1]))].sort(),
    );
  });
});

describe('the documents', () => {
  const documents = filesBelow().filter(path => path.endsWith('.md'));

  it('link to files and headings that exist', () => {
    const broken = documents.flatMap(path =>
      linksOf(read(path))
        .filter(link => !leadsSomewhere(path, link))
        .map(link => `${path}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('name files that exist', () => {
    const named = /`((?:src|test|tools|docs|migrations|examples)\/[\w./-]+)`/g;
    const missing = documents.flatMap(path =>
      [...read(path).matchAll(named)]
        .map(([, name = '']) => name)
        .filter(name => !isThere(name))
        .map(name => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('list every error code the source can send, and no other', () => {
    const listed = [...read('docs/errors.md').matchAll(/^\| `([A-Z\d_]+)` \|/gm)].map(
      row => row[1],
    );
    const sent = codesInSource();
    expect([...sent.keys()].filter(code => !listed.includes(code))).toEqual([]);
    expect(listed.filter(code => !sent.has(code ?? ''))).toEqual([]);
    expect(listed).toEqual([...listed].sort());
  });

  it('list every permission of every role', () => {
    const held = [...read('src/domains/access/roles.ts').matchAll(/'([a-z]+\.[a-z]+)'/g)];
    const listed = [...read('docs/security.md').matchAll(/^\| `([a-z]+\.[a-z]+)` \|/gm)];
    expect(listed.map(row => row[1])).toEqual([...new Set(held.map(row => row[1]))]);
  });

  it.each(['sale.sh', 'checkout.sh', 'sell.ts'])('show the example in examples/%s', name => {
    const language = name.split('.')[1];
    expect(read('README.md')).toContain(`\`\`\`${language}\n${read(`examples/${name}`)}\`\`\`\n`);
  });

  it('have no shell command in the README but the examples and scripts of package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const blocks = [...read('README.md').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(
      ([, text = '']) => text,
    );
    const commands = blocks
      .filter(text => !text.startsWith('#!/bin/sh\n'))
      .flatMap(text =>
        text
          .replaceAll(/ +#.*$/gm, '')
          .trimEnd()
          .split(/\n| && /),
      );
    const isKnown = (command: string): boolean => {
      const script = /^(?:[A-Z_]+=\S+ )*npm (?:run )?([\w:]+)$/.exec(command)?.[1];
      return script === 'ci' || (script !== undefined && script in scripts);
    };
    expect(commands.length).toBeGreaterThan(3);
    expect(commands.filter(command => !isKnown(command))).toEqual([]);
  });

  it('quote the source exactly', () => {
    const quotes = /^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm;
    // The endpoint of this one is not part of the source; test/ops/endpoint-document.test.ts adds it.
    const quoting = documents.filter(path => path !== 'docs/adding-an-endpoint.md');
    const outdated = quoting.flatMap(path =>
      [...read(path).matchAll(quotes)]
        .filter(([, file = '', quote = '']) => !isThere(file) || !read(file).includes(quote))
        .map(([, file]) => `${path} quotes ${file}`),
    );
    expect(outdated).toEqual([]);
  });

  it.each([
    'docs/adding-a-desk-page.md',
    'docs/adding-a-processor.md',
    'docs/adding-a-product-field.md',
    'docs/adding-a-tender.md',
    'docs/adding-an-event-consumer.md',
  ])('%s names as many files and folders as it says, within 12 and 6', document => {
    const text = read(document);
    const said = /\b(\w+) files in (\w+) folders/i.exec(text)?.slice(1) ?? [];
    const [, list = ''] = /^```text\n([\s\S]*?)^```$/m.exec(text) ?? [];
    const files = [...list.matchAll(/^(\S+)/gm)].map(([, file = '']) => file);
    const folders = new Set(files.map(file => dirname(file)));
    expect(said.map(word => NUMBERS.indexOf(word.toLowerCase()))).toEqual([
      files.length,
      folders.size,
    ]);
    expect(files.length).toBeLessThanOrEqual(12);
    expect(folders.size).toBeLessThanOrEqual(6);
  });
});

const NUMBERS = 'none one two three four five six seven eight nine ten eleven twelve'.split(' ');

describe('the repository', () => {
  it('names none of the machines it was written on', () => {
    const traces = /\/(?:home|Users)\/[a-z]|\/root\/|\/work\/(?:main|notes|shared)/;
    expect(filesBelow().filter(path => traces.test(read(path)))).toEqual([]);
  });
});

/** Targets of Markdown links that are not web addresses; code blocks contain none. */
function linksOf(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter(target => !/^[a-z]+:/.test(target));
}

function leadsSomewhere(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? from : posix.join(dirname(from), path);
  if (!isThere(target)) return false;
  return anchor === undefined || headingsOf(read(target)).includes(anchor);
}

const headingsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
