import type { InjectOptions } from 'fastify';
import { createService } from '../src/app.js';
import { loadConfig } from '../src/config.js';
import { processorSettings } from '../src/domains/payments/index.js';
import type { Log } from '../src/platform/log.js';
import type { Platform } from '../src/platform/platform.js';
import type { Caller } from './load.js';

/** A service in this process with the same code as the measured one; its statements can be recorded. */
export type Recorder = { call: Caller; platform: Platform; close(): Promise<void> };

export async function openRecorder(env: Record<string, string>, log: Log): Promise<Recorder> {
  const service = await createService({
    config: loadConfig(env, processorSettings),
    databaseUrl: env.DATABASE_URL ?? '',
    log,
    background: false,
    // The measured service numbers events; here the statements would end up in recordings.
    numbersEvents: false,
  });
  const call: Caller = async (method, url, body, token, headers) => {
    const request: InjectOptions = {
      method: method as InjectOptions['method'],
      url,
      headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body !== undefined && { payload: body }),
    };
    const answer = await service.app.inject(request);
    return { status: answer.statusCode, text: answer.body };
  };
  return { call, platform: service.platform, close: () => service.close() };
}
