import { rm } from 'node:fs/promises';
import { WebSocket } from 'ws';
import { makeTempFolder } from '../support/postgres.js';
import {
  callService,
  freePort,
  type ServiceProcess,
  startService,
  violatedInvariants,
} from '../support/process.js';
import { CASH, openTill, pause, retryUntilAnswered, saleOf, type Till } from './clients.js';

export type SellingReport = {
  kills: number;
  /** Sales whose payment was acknowledged with 202. */
  acknowledged: number;
  /** Acknowledged, but not completed and paid afterwards: must be empty. */
  broken: string[];
  /** Units of the completed sales, and units that left the stock. */
  soldUnits: number;
  leftShelf: number;
  /** Sequence numbers that the till received over its socket: from one to the last, each once. */
  received: number;
  gaps: number[];
  repeats: number[];
  /** Violated invariants: must be empty. */
  violated: string[];
};

const SKU = 'MUG-BLACK';
const TILLS = 4;

/**
 * Sells at several tills, kills the service at random moments, and compares all records afterwards.
 * A key whose holder died stays busy for a minute: patient tills wait for it, others start a new
 * sale.
 */
export async function killWhileSelling(
  sales: number,
  kills: number,
  isPatient = true,
): Promise<SellingReport> {
  const dataDir = await makeTempFolder();
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  let service: ServiceProcess = await startService(env);
  const listener = new Listener(() => service.url);
  try {
    const tills: Till[] = [];
    for (let n = 1; n <= TILLS; n += 1) tills.push(await openTill(service.url, `T-9${n}`));
    const before = await shelf(service.url, tills);
    const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
    const soldBefore = await completedSince(today, service.url, tills[0]?.token);
    listener.listen(tills[0] as Till);
    const acknowledged = new Set<string>();
    let done = false;
    const sellers = tills.map(till =>
      sellUntil(
        () => done,
        () => service.url,
        till,
        acknowledged,
        isPatient,
      ),
    );
    for (let kill = 1; kill <= kills; kill += 1) {
      const target = Math.floor((sales * kill) / (kills + 1));
      while (acknowledged.size < target) await pause(5);
      await service.kill();
      service = await startService(env);
    }
    while (acknowledged.size < sales) await pause(10);
    done = true;
    await Promise.all(sellers);
    return await compareRecords(service, tills, {
      before,
      today,
      soldBefore,
      acknowledged,
      listener,
      kills,
    });
  } finally {
    listener.close();
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function shelf(url: string, tills: Till[]): Promise<number> {
  const path = `/inventory-levels/?store=DOWNTOWN&sku=${SKU}`;
  const answer = await callService(url, 'GET', path, { token: tills[0]?.token });
  return answer.body[0].on_hand;
}

async function sellUntil(
  done: () => boolean,
  url: () => string,
  till: Till,
  acknowledged: Set<string>,
  isPatient: boolean,
): Promise<void> {
  for (let n = 0; !done(); n += 1) {
    const key = `${till.terminal}-${n}`;
    const ask = (path: string, part: string, body: object) =>
      retryUntilAnswered(
        { url },
        path,
        { token: till.token, key: `${part}-${key}`, body },
        isPatient,
      );
    const created = await ask('/pos/transactions/create/', 'c', saleOf(SKU));
    if (created.status === 409) continue;
    const id: string = created.body.transaction.transaction_id;
    const paid = await ask(`/pos/transactions/${id}/payment/`, 'p', CASH);
    if (paid.status === 409) continue;
    if (paid.status !== 202) throw new Error(`payment answered ${paid.status}`);
    acknowledged.add(id);
  }
}

/** A till's socket that reconnects after every break and resumes after the last number. */
class Listener {
  readonly seqs: number[] = [];
  #socket: WebSocket | undefined;
  #closed = false;

  constructor(private readonly url: () => string) {}

  listen(till: Till): void {
    if (this.#closed) return;
    const after = this.seqs.at(-1) ?? 0;
    const url = `${this.url().replace('http', 'ws')}/ws/pos-gateway/terminal/${till.terminal}/?token=${till.token}`;
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.on('open', () => socket.send(JSON.stringify({ type: 'resume', after_seq: after })));
    socket.on('message', text => {
      const message = JSON.parse(String(text));
      if (message.type === 'event') this.seqs.push(message.seq);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => setTimeout(() => this.listen(till), 100));
  }

  close(): void {
    this.#closed = true;
    this.#socket?.terminate();
  }
}

async function compareRecords(
  service: ServiceProcess,
  tills: Till[],
  run: {
    before: number;
    today: string;
    soldBefore: number;
    acknowledged: Set<string>;
    listener: Listener;
    kills: number;
  },
): Promise<SellingReport> {
  const { before, today, soldBefore, acknowledged, listener, kills } = run;
  const token = tills[0]?.token;
  const broken: string[] = [];
  for (const id of acknowledged) {
    const { body } = await callService(service.url, 'GET', `/transactions/${id}/`, { token });
    if (
      body.status !== 'completed' ||
      body.totalPaid !== '13.53' ||
      body.payment_records.length !== 1
    )
      broken.push(id);
  }
  const sold = (await completedSince(today, service.url, token)) - soldBefore;
  for (let round = 0; round < 600 && before - (await shelf(service.url, tills)) < sold; round += 1)
    await pause(100);
  let lastCount = -1;
  while (lastCount !== listener.seqs.length) {
    lastCount = listener.seqs.length;
    await pause(1_500);
  }
  const seqs = listener.seqs;
  const unique = new Set(seqs);
  const last = Math.max(0, ...seqs);
  return {
    kills,
    acknowledged: acknowledged.size,
    broken,
    soldUnits: sold,
    leftShelf: before - (await shelf(service.url, tills)),
    received: seqs.length,
    gaps: Array.from({ length: last }, (_, n) => n + 1).filter(seq => !unique.has(seq)),
    repeats: seqs.filter((seq, index) => seqs.indexOf(seq) !== index),
    violated: await violatedInvariants(service.url),
  };
}

/** Every sale here is one unit; some demo sales may be of the same day. */
async function completedSince(
  day: string,
  url: string,
  token: string | undefined,
): Promise<number> {
  let next: string | undefined = '/transactions/?status=completed&limit=200';
  let count = 0;
  while (next !== undefined) {
    const answer = await callService(url, 'GET', next, { token });
    // A sale's number contains its day: TXN-20261115-…
    const mine = answer.body.filter(
      (sale: { transactionId: string }) => sale.transactionId.slice(4, 12) >= day,
    );
    count += mine.length;
    next =
      mine.length === 200
        ? /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
        : undefined;
  }
  return count;
}
