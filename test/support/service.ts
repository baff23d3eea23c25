import { randomBytes } from 'node:crypto';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { inject } from 'vitest';
import { createService, type Service } from '../../src/app.js';
import { createLog, type Log } from '../../src/platform/log.js';
import { checkAnswers } from './answers.js';
import { testConfig } from './config.js';
import { DEMO_TEMPLATE, databaseUrl, TEMPLATE } from './global-setup.js';

export type CallOptions = {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
};

/** A response, with a JSON body parsed. */
export type Reply = {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  body: any;
  headers: LightMyRequestResponse['headers'];
  text: string;
};

export type Shop = Service & {
  url: string;
  call(method: string, url: string, options?: CallOptions): Promise<Reply>;
  /** Logs in with the demo's PIN or password; tokens are cached per employee and terminal. */
  tillToken(employee?: string, terminal?: string): Promise<string>;
  officeToken(username?: string): Promise<string>;
};

export type ShopOptions = {
  env?: Record<string, string>;
  /** A clock that the test controls. */
  clock?: { now(): Date };
  /** `false` starts with an empty database. */
  demo?: boolean;
  background?: boolean;
  log?: Log;
  /** Sees the server before its routes are declared. */
  onApp?: (app: FastifyInstance) => void;
  /** Starts another node on the database of this shop. */
  beside?: Shop;
};

const PINS: Record<string, { pin: string; store: string; terminal: string }> = {
  EMP001: { pin: '1234', store: 'DOWNTOWN', terminal: 'T-001' },
  EMP002: { pin: '2345', store: 'DOWNTOWN', terminal: 'T-002' },
  EMP003: { pin: '3456', store: 'DOWNTOWN', terminal: 'T-003' },
  EMP004: { pin: '4567', store: 'DOWNTOWN', terminal: 'T-004' },
  EMP005: { pin: '5678', store: 'AIRPORT', terminal: 'T-101' },
  EMP006: { pin: '6789', store: 'ZURICH', terminal: 'T-201' },
};

/** Connections to each server, kept for the next file of this worker. */
const servers = new Map<string, pg.Pool>();

function serverAt(url: string): pg.Pool {
  const known = servers.get(url);
  if (known) return known;
  const pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true });
  // The server stops before the worker.
  pool.on('error', () => {});
  servers.set(url, pool);
  return pool;
}

/** Creates a database from a template. */
export async function cloneDatabase(
  template = TEMPLATE,
): Promise<{ url: string; drop(): Promise<void> }> {
  const url = inject('postgresUrl');
  const server = serverAt(url);
  const name = `t_${randomBytes(6).toString('hex')}`;
  // The default strategy, wal_log, takes twice as long.
  await server.query(`create database ${name} template ${template} strategy file_copy`);
  return {
    url: databaseUrl(url, name),
    drop: async () => {
      await server.query(`drop database ${name} with (force)`);
    },
  };
}

/** Starts a service in this process, on its own clone of the demo database. */
export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  const own = options.beside
    ? undefined
    : await cloneDatabase(options.demo === false ? TEMPLATE : DEMO_TEMPLATE);
  const url = options.beside?.url ?? own?.url ?? '';
  const log = options.log ?? createLog(process.env.TEST_LOG ?? 'silent');
  const service = await createService({
    config: testConfig(options.env),
    databaseUrl: url,
    log,
    clock: options.clock,
    migrates: false,
    background: options.background,
    onApp: app => {
      checkAnswers(app);
      options.onApp?.(app);
    },
  });
  const tokens = new Map<string, Promise<string>>();
  const once = (key: string, make: () => Promise<string>): Promise<string> => {
    const known = tokens.get(key) ?? make();
    tokens.set(key, known);
    return known;
  };
  const call = async (method: string, path: string, opts: CallOptions = {}): Promise<Reply> => {
    const request: InjectOptions = {
      method: method as InjectOptions['method'],
      url: path,
      headers: {
        ...(opts.token ? { authorization: `Bearer ${opts.token}` } : {}),
        ...opts.headers,
      },
    };
    if (opts.body !== undefined) request.payload = opts.body as InjectOptions['payload'];
    const answer = await service.app.inject(request);
    const isJson = String(answer.headers['content-type'] ?? '').includes('json');
    return {
      status: answer.statusCode,
      body: isJson && answer.body !== '' ? answer.json() : answer.body,
      headers: answer.headers,
      text: answer.body,
    };
  };
  return {
    ...service,
    url,
    call,
    tillToken: (employee = 'EMP001', terminal) =>
      once(`${employee}@${terminal ?? ''}`, async () => {
        const person = PINS[employee];
        const answer = await call('POST', '/pos/auth/terminal-login/', {
          body: {
            employee_id: employee,
            pin_code: person?.pin,
            store_id: person?.store,
            terminal_id: terminal ?? person?.terminal,
          },
        });
        if (answer.status !== 200) throw new Error(`terminal login failed: ${answer.text}`);
        return answer.body.token;
      }),
    officeToken: (username = 'manager') =>
      once(username, async () => {
        const answer = await call('POST', '/auth/login/', {
          body: { username, password: `${username.split('@')[0]}-demo` },
        });
        if (answer.status !== 200) throw new Error(`login failed: ${answer.text}`);
        return answer.body.access;
      }),
    close: async () => {
      await service.close();
      await own?.drop();
    },
  };
}
