export type Fault = {
  caller: string;
  method: string;
  url: string;
  payload: string;
  answer: string;
};

type Route = { sent: number; good: number };

/** Counts requests and answers, and keeps nothing else. */
export class FuzzReport {
  readonly byStatus: Record<string, number> = {};
  readonly byKind: Record<string, number> = {};
  readonly byCaller: Record<string, number> = {};
  readonly faults: Fault[] = [];
  /** Heap in use after each shop and a garbage collection, in megabytes. */
  readonly heapMb: number[] = [];
  readonly #routes = new Map<string, Route>();

  note(kind: string): void {
    this.byKind[kind] = (this.byKind[kind] ?? 0) + 1;
  }

  answered(route: string, caller: string, status: number): void {
    this.byStatus[status] = (this.byStatus[status] ?? 0) + 1;
    this.byCaller[caller] = (this.byCaller[caller] ?? 0) + 1;
    const counted = this.#routes.get(route) ?? { sent: 0, good: 0 };
    this.#routes.set(route, counted);
    counted.sent += 1;
    if (status < 300) counted.good += 1;
  }

  /** Routes that never answered with success, and how often they were called. */
  neverGood(): string[] {
    return [...this.#routes]
      .filter(([, { good }]) => good === 0)
      .map(([route, { sent }]) => `${route} (${sent})`)
      .sort();
  }

  text(seed: number, seconds: number): string {
    const routes = [...this.#routes.values()];
    const sent = routes.reduce((sum, route) => sum + route.sent, 0);
    const good = routes.reduce((sum, route) => sum + route.good, 0);
    const never = this.neverGood();
    return [
      `fuzz: seed ${seed}, ${sent} inputs in ${Math.round(seconds)} s, ${this.faults.length} faults`,
      `answers: ${counts(this.byStatus)}`,
      `callers: ${counts(this.byCaller)}`,
      `strange: ${counts(this.byKind)}`,
      `success: ${((100 * good) / sent).toFixed(1)} % of all, ` +
        `${routes.length - never.length} of ${routes.length} operations at least once`,
      `never: ${never.join(', ') || 'none'}`,
      `heap after each shop: ${this.heapMb.join(', ')} MB`,
    ].join('\n');
  }
}

const counts = (of: Record<string, number>): string =>
  Object.entries(of)
    .map(([name, n]) => `${name} ${n}`)
    .join(', ');
