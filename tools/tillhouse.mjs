#!/usr/bin/env node
import './require-node.mjs';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const USAGE = `tillhouse [--empty | --demo] [--port PORT] [--data FOLDER]
tillhouse COMMAND …

Starts the service with the environment and its own PostgreSQL in FOLDER (.data), or that of DATABASE_URL.
The first start writes a demo shop, with --empty or a DATABASE_URL an empty one.

Commands:
  create-admin      creates an administrator
  backup FILE       writes a backup; into a folder, by the time
  restore FILE      restores it into an empty database
  drill FILE        restores it into a scratch database and proves the books
  check-invariants  proves the books of the configured database
  job NAME          runs a scheduled job now
  explain NUMBER    prints everything that happened to one sale
`;

/** The programs of the package by the command that runs them. */
const PROGRAMS = {
  'create-admin': 'create-admin',
  backup: 'backup',
  restore: 'restore',
  drill: 'drill',
  'check-invariants': 'check-invariants',
  job: 'run-job',
  explain: 'explain',
};

const fail = message => {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(1);
};

function readOptions() {
  try {
    return parseArgs({
      options: {
        empty: { type: 'boolean' },
        demo: { type: 'boolean' },
        port: { type: 'string' },
        data: { type: 'string' },
        help: { type: 'boolean' },
        version: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    return fail(error.message);
  }
}

async function start() {
  const { empty, demo, port, data, help, version } = readOptions();
  if (help) return console.log(USAGE);
  if (version) {
    const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
    return console.log(JSON.parse(manifest).version);
  }
  if (empty && demo) fail('Give --empty or --demo, not both.');
  if (empty || demo) process.env.DEMO_DATA = String(demo === true);
  if (port !== undefined) process.env.PORT = port;
  if (data !== undefined) process.env.DATA_DIR = data;
  process.setSourceMapsEnabled(true);
  return import('../dist/main.js');
}

const [command] = process.argv.slice(2);
if (command === undefined || command.startsWith('-')) await start();
else {
  const program = PROGRAMS[command];
  if (program === undefined) fail(`There is no command ${command}.`);
  // The program reads its own arguments as if it had been called itself.
  process.argv.splice(2, 1);
  await import(`../dist/${program}.js`);
}
