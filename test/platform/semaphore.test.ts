import { describe, expect, it } from 'vitest';
import { Semaphore } from '../../src/platform/semaphore.js';

/** Work that runs until it is finished from outside. */
function pending(): { work: () => Promise<void>; finish: () => void } {
  let finish = (): void => undefined;
  const promise = new Promise<void>(resolve => {
    finish = resolve;
  });
  return { work: () => promise, finish: () => finish() };
}

describe('a semaphore', () => {
  it('runs as much work as it has permits, the rest in order', async () => {
    const semaphore = new Semaphore({ permits: 2 });
    const started: number[] = [];
    let running = 0;
    let most = 0;
    await Promise.all(
      [1, 2, 3, 4, 5].map(n =>
        semaphore.run(async () => {
          running += 1;
          most = Math.max(most, running);
          started.push(n);
          await new Promise(resolve => setImmediate(resolve));
          running -= 1;
        }),
      ),
    );
    expect([most, started]).toEqual([2, [1, 2, 3, 4, 5]]);
  });

  it('returns the permit of work that fails', async () => {
    const semaphore = new Semaphore({ permits: 1 });
    await expect(semaphore.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await semaphore.run(async () => 'fine')).toBe('fine');
  });

  it('refuses work beyond the queue, per priority, with the given error', async () => {
    const refuse = () => new Error('busy');
    const semaphore = new Semaphore({ permits: 1, maxQueued: 1, refuse });
    const { work, finish } = pending();
    const first = semaphore.run(work);
    const queued = semaphore.run(async () => 'second');
    await expect(semaphore.run(async () => 'third')).rejects.toThrow('busy');
    const low = semaphore.run(async () => 'low', 'low');
    await expect(semaphore.run(async () => 'low', 'low')).rejects.toThrow('busy');
    finish();
    expect(await Promise.all([first, queued, low])).toEqual([undefined, 'second', 'low']);
  });

  it('refuses work that waited too long and drops it', async () => {
    const semaphore = new Semaphore({ permits: 1, maxWaitMs: 20 });
    const { work, finish } = pending();
    const long = semaphore.run(work);
    await expect(semaphore.run(async () => 'never')).rejects.toThrow('too much work is queued');
    finish();
    await long;
    expect(await semaphore.run(async () => 'fine')).toBe('fine');
  });

  it('starts low priority last', async () => {
    const semaphore = new Semaphore({ permits: 1 });
    const order: string[] = [];
    const { work, finish } = pending();
    const all = [
      semaphore.run(work),
      semaphore.run(async () => order.push('low'), 'low'),
      semaphore.run(async () => order.push('normal')),
    ];
    finish();
    await Promise.all(all);
    expect(order).toEqual(['normal', 'low']);
  });
});
