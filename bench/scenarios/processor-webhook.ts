import { newId } from '../../src/platform/ids.js';
import { signatureHeader } from '../../src/platform/webhooks/signature.js';
import { type Bench, type Row, SECRETS } from '../bench.js';
import { compareWithSql } from '../compare.js';

const eventOf = (id: string) => ({
  id: `evt_${id}`,
  type: 'payment_intent.succeeded',
  data: { object: { id: `pi_${id}`, amount_received: 1353, currency: 'usd' } },
});

/** Signed events for payments that are not recorded yet. */
export const processorWebhook = (bench: Bench): Promise<Row[]> =>
  compareWithSql(bench, {
    scenario: 'processor webhook',
    measure: 'new signed events',
    target: '≤ 3 × the bare SQL',
    run: async call => {
      const event = eventOf(newId());
      const signature = signatureHeader(SECRETS.primary, JSON.stringify(event), new Date());
      const headers = { 'processor-signature': signature };
      const answer = await call('POST', '/payments/webhook/primary/', event, undefined, headers);
      if (answer.status !== 200) throw new Error(`the event answered ${answer.status}`);
    },
  });
