import { type Db, statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { MILLISECONDS_BASE64URL, signatureHeader } from '../../src/platform/webhooks/signature.js';
import { type Bench, LANES, perSecond, type Row, SECRETS, times, told } from '../bench.js';
import { measure, median, type Sample } from '../load.js';
import { profiled } from '../profile.js';

const BACKLOG = 5_000;
const QUICK_BACKLOG = 500;

/**
 * How fast a document is accepted while thousands are processed behind it, beside a route that only
 * checks the login and answers a constant, under the same work; by one sender and by many.
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
    const accepted: Behind[] = [];
    const empty: Behind[] = [];
    for (let round = 0; round < bench.repetitions; round += 1) {
      empty.push(await whileTakingIn(bench, senders, askEmptyRoute));
      accepted.push(
        await profiled(bench, 'content webhook', () => whileTakingIn(bench, senders, send)),
      );
    }
    rows.push(...rowsOf(senders, accepted, empty));
  }
  return rows;
}

/** What was measured, and how fast documents were taken in meanwhile. */
type Behind = { sample: Sample; takenIn: number; left: number };

function rowsOf(senders: number, accepted: readonly Behind[], empty: readonly Behind[]): Row[] {
  const [webhook, route] = [accepted, empty].map(all =>
    median(all.map(({ sample }) => sample)),
  ) as [Sample, Sample];
  const behind = (all: readonly Behind[]): string => {
    const takenIn = Math.min(...all.map(one => one.takenIn));
    return `behind it ${perSecond(takenIn)} taken in, ${Math.min(...all.map(one => one.left))} or more wait at the end`;
  };
  return [
    {
      scenario: senders === 1 ? 'content webhook' : '',
      measure: `accepted, ${senders === 1 ? 'one sender' : `${senders} senders`}; ${behind(accepted)}`,
      value: told(webhook),
      sample: webhook,
      ratio: times(webhook.p50 / route.p50),
      target: senders === 1 ? '≤ 3 × an empty route (p50)' : '',
    },
    {
      scenario: '',
      measure: `an empty route with a login; ${behind(empty)}`,
      value: told(route),
      sample: route,
      ratio: '1',
      target: '',
    },
  ];
}

/** Something done over and over while a backlog of documents is taken in. */
async function whileTakingIn(
  bench: Bench,
  senders: number,
  work: () => Promise<void>,
): Promise<Behind> {
  await untilNoneWaits(bench);
  await fillBacklog(bench, bench.quick ? QUICK_BACKLOG : BACKLOG);
  const before = await documentsDone(bench);
  const started = Date.now();
  const sample = await measure(senders, bench.seconds, work, { meter: bench.meter });
  const takenIn = ((await documentsDone(bench)) - before) / ((Date.now() - started) / 1_000);
  return { sample, takenIn, left: await waitingDocuments(bench) };
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

/** As if so many webhooks had come in one moment; a last one wakes their lanes. */
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

const REST_WITHIN_MS = 300_000;

/** The next round begins at rest; a backlog that is never worked off is a failure of its own. */
async function untilNoneWaits(bench: Bench): Promise<void> {
  const end = Date.now() + REST_WITHIN_MS;
  while ((await waitingDocuments(bench)) > 0) {
    if (Date.now() > end) throw new Error('the documents are not worked off');
    await new Promise(resolve => setTimeout(resolve, 200));
  }
  await bench.rest();
}
