import { statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { MILLISECONDS_BASE64URL, signatureHeader } from '../../src/platform/webhooks/signature.js';
import { type Bench, LANES, ms, perSecond, type Row, SECRETS, times } from '../bench.js';
import { measure, median, type Sample } from '../load.js';

const BACKLOG = 5_000;
const QUICK_BACKLOG = 500;

/**
 * How fast a document is accepted while thousands are processed behind it, beside a route that only
 * checks the login and answers a constant.
 */
export async function contentWebhook(bench: Bench): Promise<Row[]> {
  const manager = await bench.manager();
  const accepted: Sample[] = [];
  const empty: Sample[] = [];
  const left: number[] = [];
  for (let round = 0; round < bench.repetitions; round += 1) {
    empty.push(
      await measure(LANES, bench.seconds, async () => {
        const answer = await bench.call('GET', '/integrations/manual-sync/', undefined, manager);
        if (answer.status !== 200) throw new Error(`the empty route answered ${answer.status}`);
      }),
    );
    await fillBacklog(bench, bench.quick ? QUICK_BACKLOG : BACKLOG);
    accepted.push(await measure(LANES, bench.seconds, () => sendDocument(bench)));
    left.push(await waitingDocuments(bench));
  }
  const webhook = median(accepted);
  const route = median(empty);
  return [
    {
      scenario: 'content webhook',
      measure: `accepted, ${Math.min(...left)} or more documents waiting at the end`,
      value: `${perSecond(webhook.perSecond)}, p50 ${ms(webhook.p50)}, p99 ${ms(webhook.p99)}`,
      ratio: times(webhook.p50 / route.p50),
      target: '≤ 3 × an empty route (p50)',
    },
    {
      scenario: '',
      measure: 'an empty route with a login, at rest',
      value: `${perSecond(route.perSecond)}, p50 ${ms(route.p50)}, p99 ${ms(route.p99)}`,
      ratio: '1',
      target: '',
    },
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

async function waitingDocuments({ db }: Bench): Promise<number> {
  const [row] = await statement<{ n: number }>(
    db,
    `select count(*)::int as n from content_inbound_events where status = 'pending'`,
  );
  return row?.n ?? 0;
}
