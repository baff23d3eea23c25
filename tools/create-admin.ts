import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { loadConfig } from '../src/config.js';
import type { NewAdmin } from '../src/domains/people/index.js';
import { newToken } from '../src/platform/ids.js';
import { createLog } from '../src/platform/log.js';
import { openDatabase } from './support/open-database.js';

const USAGE = `npm run create-admin -- [--username NAME] [--email ADDRESS] [--employee-number NUMBER]

Creates an administrator in the configured database. Prompts for missing values. The password is typed
twice, or read from the first line of standard input; if it is empty, one is generated and printed once.
`;

const { stdin, stdout } = process;

/** Prompts at the terminal; does not echo secrets. */
async function ask(question: string, isSecret = false): Promise<string> {
  const muted = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({
    input: stdin,
    output: isSecret ? muted : stdout,
    terminal: true,
  });
  try {
    if (isSecret) stdout.write(question);
    const answer = await terminal.question(isSecret ? '' : question);
    if (isSecret) stdout.write('\n');
    return answer.trim();
  } finally {
    terminal.close();
  }
}

async function askPassword(): Promise<string> {
  if (!stdin.isTTY) return (await text(stdin)).split(/\r?\n/)[0] ?? '';
  const password = await ask('Password (leave empty to generate one): ', true);
  if (password !== '' && (await ask('Repeat password: ', true)) !== password) {
    throw new Error('The two passwords differ.');
  }
  return password;
}

const EMPLOYEE_NUMBER = /^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/;

async function readAdmin(): Promise<{ admin: NewAdmin; isGenerated: boolean }> {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { username: option, email: option, 'employee-number': option },
  });
  const given = async (value: string | undefined, question: string): Promise<string> => {
    if (value !== undefined) return value;
    if (!stdin.isTTY) throw new Error(`User name and e-mail are required.\n\n${USAGE}`);
    return ask(question);
  };
  const username = await given(values.username, 'User name: ');
  const email = await given(values.email, 'E-mail: ');
  const typed = await askPassword();
  return {
    admin: {
      username,
      email,
      employee_number:
        values['employee-number'] ?? (EMPLOYEE_NUMBER.test(username) ? username : 'ADMIN'),
      password: typed === '' ? newToken(15) : typed,
    },
    isGenerated: typed === '',
  };
}

async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    stdout.write(USAGE);
    return;
  }
  const config = loadConfig(process.env, {});
  const { admin, isGenerated } = await readAdmin();
  // Loads the service only after the input is complete.
  const { createService } = await import('../src/app.js');
  const { createAdmin } = await import('../src/domains/people/index.js');
  const log = createLog('error');
  const database = await openDatabase(config, log);
  try {
    const service = await createService({
      config,
      databaseUrl: database.url,
      log,
      background: false,
      startsDomains: false,
    });
    await createAdmin(service.platform, admin).finally(() => service.close());
  } finally {
    await database.close();
  }
  stdout.write(`${admin.username} can now log in as administrator.\n`);
  if (isGenerated) stdout.write(`Password (shown only once): ${admin.password}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `No administrator was created. ${error instanceof Error ? error.message : error}\n`,
  );
  process.exitCode = 1;
});
