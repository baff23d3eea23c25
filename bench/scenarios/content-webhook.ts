import { type Db, statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { MILLISECONDS_BASE64URL, signatureHeader } from '../../src/platform/webhooks/signature.js';
import { type Bench, formatSample, LANES, perSecond, type Row, SECRETS, times } from '../bench.js';
import { measure, median, type Sample } from '../load.js';
import { profiled } from '../profile.js';

const BACKLOG = 5_000;
const QUICK_BACKLOG = 500;

/**
 * How fast a document is accepted while a backlog of thousands is processed, compared with a route
 * that only checks the login and returns a constant. Run with one sender and with many.
 */
export async function contentWebhook(bench: Bench): Promise<Row[]> {
  const manager = await bench.manager();
  const askEmptyRoute = async (): Promise<void> => {
    const answer = await bench.call('GET', '/integrations/manual-sync/', undefined, manager);
    if (answer.status !== 200) throw new Error(`the empty route answered ${answer.status}`);
  };
  const send = () => sendDocument(bench);
  await measure(LANES, bench.seconds / 3, send);
  const rows: Row[] = [];
  for (const senders of [1, LANES]) {
    const accepted: WithBacklog[] = [];
    const empty: WithBacklog[] = [];
    for (let round = 0; round < bench.repetitions; round += 1) {
      empty.push(await withBacklog(bench, senders, askEmptyRoute));
      accepted.push(
        await profiled(bench, 'content webhook', () => withBacklog(bench, senders, send)),
      );
    }
    rows.push(...rowsOf(senders, accepted, empty));
  }
  return rows;
}

/** A sample, and how fast documents were processed during it. */
type WithBacklog = { sample: Sample; processed: number; left: number };

function rowsOf(
  senders: number,
  accepted: readonly WithBacklog[],
  empty: readonly WithBacklog[],
): Row[] {
  const [webhook, route] = [accepted, empty].map(all =>
    median(all.map(({ sample }) => sample)),
  ) as [Sample, Sample];
  const backlogOf = (all: readonly WithBacklog[]): string => {
    const processed = Math.min(...all.map(one => one.processed));
    return `${perSecond(processed)} processed meanwhile, backlog at the end ≥ ${Math.min(...all.map(one => one.left))}`;
  };
  return [
    {
      scenario: senders === 1 ? 'content webhook' : '',
      measure: `accepted, ${senders === 1 ? 'one sender' : `${senders} senders`}; ${backlogOf(accepted)}`,
      value: formatSample(webhook),
      sample: webhook,
      ratio: times(webhook.p50 / route.p50),
      target: senders === 1 ? '≤ 3 × an empty route (p50)' : '',
    },
    {
      scenario: '',
      measure: `an empty route with a login; ${backlogOf(empty)}`,
      value: formatSample(route),
      sample: route,
      ratio: '1',
      target: '',
    },
  ];
}

/** Repeats work while a backlog of documents is processed. */
async function withBacklog(
  bench: Bench,
  senders: number,
  work: () => Promise<void>,
): Promise<WithBacklog> {
  await untilProcessed(bench);
  await fillBacklog(bench, bench.quick ? QUICK_BACKLOG : BACKLOG);
  const before = await documentsDone(bench);
  const started = Date.now();
  const sample = await measure(senders, bench.seconds, work, { meter: bench.meter });
  const processed = ((await documentsDone(bench)) - before) / ((Date.now() - started) / 1_000);
  return { sample, processed, left: await waitingDocuments(bench) };
}

const brand = (id: string) => ({
  _id: `brand-${id}`,
  _type: 'brand',
  _rev: id,
  name: `Brand ${id}`,
});

async function sendDocument({ call }: Bench): Promise<void> {
  const document = brand(newId());
  const signature = signatureHeader(
    SECRETS.content,
    JSON.stringify(document),
    new Date(),
    MILLISECONDS_BASE64URL,
  );
  const answer = await call('POST', '/integrations/cms-webhook/', document, undefined, {
    'cms-dataset': 'production',
    'cms-webhook-signature': signature,
  });
  if (answer.status !== 202) throw new Error(`the document answered ${answer.status}`);
}

/** Inserts documents as pending webhooks, then sends real ones to wake the processing. */
async function fillBacklog(bench: Bench, documents: number): Promise<void> {
  const waiting = Array.from({ length: documents }, () => brand(newId()));
  await statement(
    bench.db,
    `insert into content_inbound_events (id, document_id, document_type, rev, operation, signature,
       status, payload, received_at, due_at)
     select gen_random_uuid(), d->>'_id', 'brand', d->>'_rev', 'save', d->>'_rev', 'pending', d, now(), now()
     from json_array_elements($1::json) as d`,
    [JSON.stringify(waiting)],
  );
  for (let n = 0; n < LANES; n += 1) await sendDocument(bench);
}

const waitingDocuments = ({ db }: Bench): Promise<number> => count(db, "status = 'pending'");

const documentsDone = ({ db }: Bench): Promise<number> => count(db, "status = 'processed'");

async function count(db: Db, condition: string): Promise<number> {
  const [row] = await statement<{ n: number }>(
    db,
    `select count(*)::int as n from content_inbound_events where ${condition}`,
  );
  return row?.n ?? 0;
}

const PROCESSED_WITHIN_MS = 300_000;

/** Each round starts idle; a backlog that is not processed within five minutes fails the run. */
async function untilProcessed(bench: Bench): Promise<void> {
  const end = Date.now() + PROCESSED_WITHIN_MS;
  while ((await waitingDocuments(bench)) > 0) {
    if (Date.now() > end) throw new Error('the backlog was not processed in time');
    await new Promise(resolve => setTimeout(resolve, 200));
  }
  await bench.untilIdle();
}
