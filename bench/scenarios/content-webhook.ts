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
 * checks the login and answers a constant: while they are processed, too, and at rest.
 */
export async function contentWebhook(bench: Bench): Promise<Row[]> {
  const manager = await bench.manager();
  const accepted: Sample[] = [];
  const emptyBeside: Sample[] = [];
  const emptyAtRest: Sample[] = [];
  const left: number[] = [];
  const done: number[] = [];
  const { meter } = bench;
  const askEmptyRoute = async (): Promise<void> => {
    const answer = await bench.call('GET', '/integrations/manual-sync/', undefined, manager);
    if (answer.status !== 200) throw new Error(`the empty route answered ${answer.status}`);
  };
  for (let round = 0; round < bench.repetitions; round += 1) {
    emptyAtRest.push(await measure(LANES, bench.seconds, askEmptyRoute, { meter }));
    await fillBacklog(bench, bench.quick ? QUICK_BACKLOG : BACKLOG);
    const before = await documentsDone(bench);
    const started = Date.now();
    accepted.push(
      await profiled(bench, 'content webhook', () =>
        measure(LANES, bench.seconds, () => sendDocument(bench), { meter }),
      ),
    );
    done.push(((await documentsDone(bench)) - before) / ((Date.now() - started) / 1_000));
    emptyBeside.push(await measure(LANES, bench.seconds, askEmptyRoute, { meter }));
    left.push(await waitingDocuments(bench));
    await untilNoneWaits(bench);
  }
  const webhook = median(accepted);
  const beside = median(emptyBeside);
  const atRest = median(emptyAtRest);
  const emptyRoute = (when: string, sample: Sample, ratio: string): Row => ({
    scenario: '',
    measure: `an empty route with a login, ${when}`,
    value: told(sample),
    sample,
    ratio,
    target: '',
  });
  return [
    {
      scenario: 'content webhook',
      measure: `accepted; behind it ${perSecond(Math.min(...done))} taken in, ${Math.min(...left)} or more wait at the end`,
      value: told(webhook),
      sample: webhook,
      ratio: times(webhook.p50 / beside.p50),
      target: '≤ 3 × an empty route (p50)',
    },
    emptyRoute('while documents are taken in', beside, '1'),
    emptyRoute('at rest', atRest, times(atRest.p50 / beside.p50)),
  ];
}

async function sendDocument({ call }: Bench): Promise<void> {
  const id = newId();
  const document = { _id: `brand-${id}`, _type: 'brand', _rev: id, name: `Brand ${id}` };
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

async function fillBacklog(bench: Bench, documents: number): Promise<void> {
  let sent = 0;
  const lane = async (): Promise<void> => {
    while (sent < documents) {
      sent += 1;
      await sendDocument(bench);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
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
