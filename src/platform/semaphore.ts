export type SemaphoreOptions = {
  /** Pieces of work that run at the same time. */
  permits: number;
  /** Longest queue per priority; work beyond it is refused. Unlimited by default. */
  maxQueued?: number;
  /** Longest wait in the queue; work that waits longer is refused. Unlimited by default. */
  maxWaitMs?: number;
  /** The error for refused work. */
  refuse?: () => Error;
};

export type Priority = 'normal' | 'low';

/** Limits how much work runs at the same time. The rest queues, first in, first out. */
export class Semaphore {
  #free: number;
  readonly #queues: Record<Priority, (() => void)[]> = { normal: [], low: [] };

  constructor(private readonly options: SemaphoreOptions) {
    this.#free = options.permits;
  }

  /** Work of low priority starts only when no other work is queued. */
  async run<T>(work: () => Promise<T>, priority: Priority = 'normal'): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(this.#queues[priority]);
    try {
      return await work();
    } finally {
      // The permit passes to the next in the queue directly, so new work cannot overtake it.
      const next = this.#queues.normal.shift() ?? this.#queues.low.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  #wait(queue: (() => void)[]): Promise<void> {
    const { maxQueued = Number.POSITIVE_INFINITY, maxWaitMs } = this.options;
    if (queue.length >= maxQueued) return Promise.reject(this.#refusal());
    return new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer =
        maxWaitMs === undefined
          ? undefined
          : setTimeout(() => {
              queue.splice(queue.indexOf(start), 1);
              reject(this.#refusal());
            }, maxWaitMs);
      queue.push(start);
    });
  }

  #refusal = (): Error => this.options.refuse?.() ?? new Error('too much work is queued');
}
