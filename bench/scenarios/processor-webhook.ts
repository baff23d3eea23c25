import { findPaymentByProcessorId } from '../../src/domains/payments/index.js';
import { claimNewEvent, finishEvent, lockHeld } from '../../src/domains/webhooks/repository.js';
import { addMs, MINUTE_MS } from '../../src/platform/clock.js';
import { atomically } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { signatureHeader } from '../../src/platform/webhooks/signature.js';
import { type Bench, LANES, ms, perSecond, type Row, SECRETS, times } from '../bench.js';
import { measure, median, type Sample } from '../load.js';

const eventOf = (id: string) => ({
  id: `evt_${id}`,
  type: 'payment_intent.succeeded',
  data: { object: { id: `pi_${id}`, amount_received: 1353, currency: 'usd' } },
});

/** Signed events of payments that are not recorded yet, beside the same statements in a bare loop. */
export async function processorWebhook(bench: Bench): Promise<Row[]> {
  const service: Sample[] = [];
  const bare: Sample[] = [];
  for (let round = 0; round < bench.repetitions; round += 1) {
    bare.push(await measure(LANES, bench.seconds, () => bareEvent(bench)));
    service.push(
      await measure(LANES, bench.seconds, async () => {
        const event = eventOf(newId());
        const signature = signatureHeader(SECRETS.primary, JSON.stringify(event), new Date());
        const answer = await bench.call('POST', '/payments/webhook/primary/', event, undefined, {
          'processor-signature': signature,
        });
        if (answer.status !== 200) throw new Error(`the event answered ${answer.status}`);
      }),
    );
  }
  const http = median(service);
  const sql = median(bare);
  return [
    {
      scenario: 'processor webhook',
      measure: 'service, new signed events',
      value: `${perSecond(http.perSecond)}, p50 ${ms(http.p50)}, p99 ${ms(http.p99)}`,
      ratio: times(sql.perSecond / http.perSecond),
      target: 'beside the bare SQL',
    },
    {
      scenario: '',
      measure: 'the same statements, bare loop',
      value: `${perSecond(sql.perSecond)}, p50 ${ms(sql.p50)}, p99 ${ms(sql.p99)}`,
      ratio: '1',
      target: '',
    },
  ];
}

/** What the service asks of the database for one event, without HTTP, signature and judgement. */
async function bareEvent({ db }: Bench): Promise<void> {
  const payload = eventOf(newId());
  const now = new Date();
  const { id: eventId, type: eventType } = payload;
  const event = { processor: 'primary', eventId, eventType, payload } as const;
  const held = await claimNewEvent(db, event, now, addMs(now, MINUTE_MS));
  if (held === undefined) throw new Error('the bare event was known');
  const intent = payload.data.object.id;
  await findPaymentByProcessorId(db, 'primary', intent);
  await atomically(db, async tx => {
    await lockHeld(tx, held);
    await findPaymentByProcessorId(tx, 'primary', intent);
    const result = { success: true, reason: 'payment_pending_creation', webhook_stored: true };
    await finishEvent(tx, held.id, { result, paymentId: null, processorPaymentIds: [intent] }, now);
  });
}
