import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parser as python } from '@lezer/python';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programOrSkip } from '../support/debian.js';
import { makeTempFolder } from '../support/postgres.js';
import { openShop } from '../support/service.js';

const hasJava = await programOrSkip(
  { command: 'java', debianPackage: 'default-jre-headless' },
  'TESTS OF GENERATED CLIENTS',
);

const generator = createRequire(import.meta.url).resolve(
  '@openapitools/openapi-generator-cli/bin/openapi-generator.jar',
);

/** Neither the documents nor the drafts of tests that it also writes. */
const ONLY_CODE = ['apiDocs', 'modelDocs', 'apiTests', 'modelTests'].map(part => `-D${part}=false`);

describe.runIf(hasJava)('a client that OpenAPI Generator writes', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await makeTempFolder();
    const shop = await openShop({ background: false });
    // The description in the words of OpenAPI 3.0, for generators that know no other.
    const { text } = await shop.call('GET', '/docs/json');
    await writeFile(join(folder, 'openapi.json'), text);
    await shop.close();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('parses in Python', async () => {
    const output = join(folder, 'python');
    const files = ['-g', 'python', '-i', 'openapi.json', '-o', output];
    await promisify(execFile)('java', ['-jar', generator, 'generate', ...files, ...ONLY_CODE], {
      cwd: folder,
      maxBuffer: 50_000_000,
    });
    const names = (await readdir(output, { recursive: true })).filter(name => name.endsWith('.py'));
    const sources = await Promise.all(names.map(name => readFile(join(output, name), 'utf8')));
    const broken = names.filter((_, nth) => hasError(python.parse(sources[nth] ?? '')));
    expect(broken).toEqual([]);
    expect(
      sources.filter(source => source.includes('def post_pos_transactions_create(')),
    ).toHaveLength(1);
    expect(names.length).toBeGreaterThan(100);
  });
});

type Tree = ReturnType<typeof python.parse>;

function hasError(tree: Tree): boolean {
  let found = false;
  tree.iterate({
    enter(node) {
      found ||= node.type.isError;
    },
  });
  return found;
}
