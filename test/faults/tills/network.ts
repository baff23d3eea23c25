import type { Dice } from '../../support/dice.js';

const ORIGIN = 'http://till.invalid';

export type Sent = {
  /** Entries in all requests, and those that had been sent before. */
  entries: number;
  again: number;
  lostRequests: number;
  lostAnswers: number;
};

/** The way from a till to the service. It can be down, and it loses requests and answers. */
export class Network {
  isUp = true;
  /** The part of requests that get lost, and the part whose answers do. */
  loss = 0;
  readonly sent: Sent = { entries: 0, again: 0, lostRequests: 0, lostAnswers: 0 };
  private readonly hashes = new Set<string>();

  constructor(
    private readonly url: () => string,
    private readonly random: Dice,
  ) {}

  async send(input: Request | string, init: RequestInit = {}): Promise<Response> {
    if (!this.isUp) throw new TypeError('no connection');
    const request = typeof input === 'string' ? new Request(new URL(input, ORIGIN), init) : input;
    const isLost = this.random.chance(this.loss);
    const isAnswerLost = this.random.chance(this.loss);
    if (isLost) {
      this.sent.lostRequests += 1;
      throw new TypeError('the request was lost');
    }
    const body = request.method === 'GET' ? undefined : await request.text();
    const { pathname, search } = new URL(request.url);
    if (pathname === '/pos/sync/' && body !== undefined) this.count(body);
    const answer = await fetch(this.url() + pathname + search, {
      method: request.method,
      headers: request.headers,
      body: body === '' ? undefined : body,
      signal: init.signal,
    });
    // Read here, so that a cut in the middle of an answer is a lost answer.
    const text = await answer.text();
    if (isAnswerLost || !this.isUp) {
      this.sent.lostAnswers += 1;
      throw new TypeError('the answer was lost');
    }
    const { status } = answer;
    const headers = new Headers(answer.headers);
    // fetch has unpacked the body.
    for (const name of ['content-encoding', 'content-length']) headers.delete(name);
    return new Response(status === 204 || status === 304 ? null : text, { status, headers });
  }

  private count(body: string): void {
    const { entries } = JSON.parse(body) as { entries: { hash: string }[] };
    for (const { hash } of entries) {
      this.sent.entries += 1;
      if (this.hashes.has(hash)) this.sent.again += 1;
      this.hashes.add(hash);
    }
  }
}
