import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../root.js';

export type Migration = {
  name: string;
  text: string;
  checksum: string;
  /** False for a file that starts with `-- no transaction`: its statements commit one by one. */
  inTransaction: boolean;
};

const NO_TRANSACTION = /^-- no transaction\b/;

/** The migration files of this version, in order. */
export function knownMigrations(folder = join(projectRoot, 'migrations')): Migration[] {
  return readdirSync(folder)
    .filter(name => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map(name => {
      const text = readFileSync(join(folder, name), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      return { name, text, checksum, inTransaction: !NO_TRANSACTION.test(text) };
    });
}

/**
 * The statements of a file that runs without a transaction. PostgreSQL runs several statements sent
 * together as one transaction, so each is sent alone. A statement ends with `;` at the end of a line.
 */
export function statementsOf({ name, text }: Migration): string[] {
  if (text.includes('$$')) {
    throw new Error(`Migration ${name} runs without a transaction and may not contain a $$ body.`);
  }
  return text
    .replace(/^\s*--.*$/gm, '')
    .split(/;[ \t]*(?:--.*)?$/m)
    .map(statement => statement.trim())
    .filter(statement => statement !== '');
}
