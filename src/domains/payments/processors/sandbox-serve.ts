import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { refused, uncertain } from './errors.js';
import { type Fault, sandboxFaults } from './sandbox-faults.js';

const SLOW_MS = 200;

/** Begins with the time, so that new ids are at the end of their indexes. */
export const newSandboxId = (prefix: string): string => {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${prefix}_sandbox_${time}${randomBytes(6).toString('hex')}`;
};

/** Sends no answer: the caller waits until its time-out. */
export async function hang(timeoutMs: number): Promise<never> {
  await sleep(timeoutMs);
  throw uncertain('timeout');
}

/** Handles a request with an injected fault. */
export async function serve<T>(
  fault: Fault | undefined,
  timeoutMs: number,
  work: () => Promise<T>,
): Promise<T> {
  if (fault === 'fail') throw refused('processing_error', 'The processor refused.');
  if (fault === 'error') throw uncertain('processor_error');
  if (fault === 'hang') return hang(timeoutMs);
  if (fault === 'slow') await sleep(sandboxFaults().slowMs ?? SLOW_MS);
  const [answer] = await Promise.all(fault === 'duplicate_answer' ? [work(), work()] : [work()]);
  if (fault === 'lose_answer') throw uncertain('connection_lost');
  return answer as T;
}
