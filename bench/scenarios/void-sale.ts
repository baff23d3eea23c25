import { type Bench, LANES, ms, perSecond, type Row } from '../bench.js';
import { measure, median, type Sample } from '../load.js';

/** A cash sale and its void: stock back, refund booked. The sale itself is not counted. */
export async function voidSale(bench: Bench): Promise<Row[]> {
  const till = await bench.till('T-BV');
  const manager = await bench.manager();
  const body = {
    store_id: 'DOWNTOWN',
    employee_id: 'EMP001',
    line_items: [{ sku: 'BEANS-1KG', quantity: 1, unit_price: '18.00', subtotal: '18.00' }],
    subtotal: '18.00',
    tax_amount: '0.00',
    total_amount: '18.00',
  };
  const ready: string[] = [];
  for (let n = 0; n < (bench.quick ? 200 : 1_500); n += 1) {
    const created = await bench.call('POST', '/pos/transactions/create/', body, till);
    const id = JSON.parse(created.text).transaction.transaction_id;
    await bench.call(
      'POST',
      `/pos/transactions/${id}/payment/`,
      { payment_method_id: 'cash', tendered_amount: '18.00' },
      till,
    );
    ready.push(id);
  }
  const samples: Sample[] = [];
  let voided = 0;
  samples.push(
    await measure(LANES, bench.seconds / 2, async () => {
      const id = ready.pop();
      if (id === undefined) return new Promise(resolve => setTimeout(resolve, 50));
      const answer = await bench.call(
        'POST',
        `/transactions/${id}/void/`,
        { reason: 'Bench' },
        manager,
      );
      if (answer.status !== 200) throw new Error(`void answered ${answer.status}: ${answer.text}`);
      voided += 1;
    }),
  );
  const sample = median(samples);
  return [
    {
      scenario: 'void',
      measure: `${voided} cash sales voided`,
      value: `${perSecond(sample.perSecond)}, p50 ${ms(sample.p50)}, p99 ${ms(sample.p99)}`,
      ratio: '',
      target: '',
    },
  ];
}
