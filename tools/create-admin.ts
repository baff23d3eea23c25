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

Makes an administrator in the configured database. What is missing is asked for. The password is typed
twice, or read as the first line of standard input; without one it is made and printed once.
`;

const { stdin, stdout } = process;

/** Asks at the terminal; what is typed is not shown where it is a secret. */
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
  const password = await ask('Password (empty: one is made): ', true);
  if (password !== '' && (await ask('Once more: ', true)) !== password) {
    throw new Error('The two passwords differ.');
  }
  return password;
}

const FITS_AS_NUMBER = /^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/;

async function readAdmin(): Promise<{ admin: NewAdmin; isMade: boolean }> {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { username: option, email: option, 'employee-number': option },
  });
  const given = async (value: string | undefined, question: string): Promise<string> => {
    if (value !== undefined) return value;
    if (!stdin.isTTY) throw new Error(`User name and e-mail are needed.\n\n${USAGE}`);
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
        values['employee-number'] ?? (FITS_AS_NUMBER.test(username) ? username : 'ADMIN'),
      password: typed === '' ? newToken(15) : typed,
    },
    isMade: typed === '',
  };
}

async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    stdout.write(USAGE);
    return;
  }
  const config = loadConfig(process.env);
  const { admin, isMade } = await readAdmin();
  // The whole service is loaded only when there is something to do.
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
    });
    await createAdmin(service.platform, admin).finally(() => service.close());
  } finally {
    await database.close();
  }
  stdout.write(`${admin.username} may log in as administrator now.\n`);
  if (isMade) stdout.write(`Password, shown this once: ${admin.password}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `No administrator was made. ${error instanceof Error ? error.message : error}\n`,
  );
  process.exitCode = 1;
});
