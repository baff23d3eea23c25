import { variantsBySkus } from '../../src/domains/catalog/index.js';
import { bookPayment, saleToPay } from '../../src/domains/transactions/payment-repository.js';
import { insertSale } from '../../src/domains/transactions/repository.js';
import { newId } from '../../src/platform/ids.js';
import { DOWNTOWN_ID, staff } from '../../src/seed/data.js';
import { type Bench, LANES, ms, perSecond, type Row, times } from '../bench.js';
import { measure, median, type Sample } from '../load.js';

const line = { sku: 'BEANS-1KG', quantity: 1, unit_price: '18.00', subtotal: '18.00' };
const sale = {
  store_id: DOWNTOWN_ID,
  employee_id: 'EMP001',
  line_items: [line],
  subtotal: '18.00',
  tax_amount: '0.00',
  total_amount: '18.00',
};

/** Ring up and pay in cash over HTTP, beside the same four statements in a bare loop. */
export async function tillSale(bench: Bench): Promise<Row[]> {
  const tokens = await Promise.all(
    Array.from({ length: LANES }, (_, lane) => bench.till(`T-B${lane}`)),
  );
  const service: Sample[] = [];
  const bare: Sample[] = [];
  for (let round = 0; round < bench.repetitions; round += 1) {
    bare.push(await measure(LANES, bench.seconds, () => bareSale(bench)));
    service.push(
      await measure(LANES, bench.seconds, async lane => {
        const created = await bench.call('POST', '/pos/transactions/create/', sale, tokens[lane]);
        const id = JSON.parse(created.text).transaction.transaction_id;
        const paid = await bench.call(
          'POST',
          `/pos/transactions/${id}/payment/`,
          { payment_method_id: 'cash', tendered_amount: '20.00' },
          tokens[lane],
        );
        if (paid.status !== 202) throw new Error(`payment answered ${paid.status}: ${paid.text}`);
      }),
    );
  }
  const http = median(service);
  const sql = median(bare);
  return [
    {
      scenario: 'till sale',
      measure: 'service, create + cash payment',
      value: `${perSecond(http.perSecond)}, p50 ${ms(http.p50)}, p99 ${ms(http.p99)}`,
      ratio: times(sql.perSecond / http.perSecond),
      target: '≤ 3 × the bare SQL',
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

/** What the service asks of the database for one sale, without HTTP, login, validation and judgement. */
async function bareSale({ db }: Bench): Promise<void> {
  const [variant] = await variantsBySkus(db, [line.sku]);
  const id = newId();
  const now = new Date();
  const number = await insertSale(
    db,
    {
      id,
      storeId: DOWNTOWN_ID,
      terminalId: 'T-001',
      employeeId: staff[0]?.id ?? '',
      customerId: null,
      source: 'pos',
      status: 'pending',
      currency: 'USD',
      subtotal: '18.00',
      promotionDiscount: '0.00',
      taxAmount: '0.00',
      shippingAmount: '0.00',
      totalAmount: '18.00',
      variances: [],
      priceOverridden: false,
      taxVariance: '0.00',
      notes: '',
      customerEmail: null,
      expiresAt: null,
      createdAt: now,
    },
    [
      {
        id: newId(),
        position: 0,
        variant_id: variant?.id ?? '',
        product_id: variant?.productId ?? 0,
        sku: line.sku,
        name: variant?.name ?? '',
        quantity: 1,
        unit_price: '18.00',
        catalog_price: '18.00',
        subtotal: '18.00',
        discount: '0.00',
        tax: '0.00',
        is_tax_exempt: true,
        minimum_age: null,
        cost_at_sale: '9.20',
      },
    ],
    {
      id: newId(),
      event: 'transaction.created',
      data: { status: 'pending', total_amount: '18.00' },
    },
  );
  const found = await saleToPay(db, { number }, 'cash', null);
  if (found?.method == null) throw new Error('the bare sale was not found');
  await bookPayment(
    db,
    {
      sale: found,
      status: 'completed',
      totalPaid: '18.00',
      changeDue: '2.00',
      completedAt: now,
      taxBreakdown: [],
      ageCheck: null,
    },
    {
      id: newId(),
      methodId: found.method.id,
      amount: '18.00',
      tendered: '20.00',
      processorType: null,
      processorTransactionId: null,
      verification: 'not_needed',
      operatorId: staff[0]?.id ?? '',
      registerId: 'T-001',
      storeCreditId: null,
      processedAt: now,
      bookedAt: now,
    },
    [
      {
        id: newId(),
        event: 'transaction.completed',
        data: { transaction_id: number, status: 'completed' },
      },
    ],
  );
}
