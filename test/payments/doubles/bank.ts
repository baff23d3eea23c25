import {
  type Answer,
  createKeys,
  jsonIn,
  nextId,
  type Request,
  type Route,
  routed,
  startDouble,
  type VendorDouble,
} from './server.js';

type Payment = {
  id: string;
  key: string;
  amount: number;
  currency: string;
  client_secret: string;
  status: string;
};
type Refund = { id: string; key: string; payment: string; amount: number; status: string };

const failure = (status: number, code: string): Answer => ({
  status,
  body: { error: { code, message: `It says ${code}.` } },
});

/** The bank's API, as described at the top of its client. */
export async function startBankDouble(): Promise<VendorDouble> {
  const payments = new Map<string, Payment>();
  const refunds: Refund[] = [];
  const once = createKeys();

  function pay(key: string, body: { amount: number; currency: string; source: string | null }) {
    if (body.source === 'card-declined') return failure(402, 'insufficient_funds');
    const isGood = body.source === 'card-good';
    if (body.source !== null && !isGood) return failure(400, 'invalid_source');
    const payment: Payment = {
      id: nextId('bank-'),
      key,
      amount: body.amount,
      currency: body.currency,
      client_secret: nextId('secret-'),
      status: isGood ? 'succeeded' : 'requires_action',
    };
    payments.set(payment.id, payment);
    return { status: 201, body: payment };
  }

  function refund(key: string, payment: Payment, amount: number): Answer {
    const before = refunds.filter(item => item.payment === payment.id);
    if (amount > before.reduce((sum, item) => sum - item.amount, payment.amount)) {
      return failure(400, 'amount_exceeds_payment');
    }
    const made = { id: nextId('bref-'), key, payment: payment.id, amount, status: 'succeeded' };
    refunds.push(made);
    return { status: 201, body: made };
  }

  const reused = failure(422, 'idempotency_key_reused');
  const keyed = (request: Request, make: (key: string) => Answer) => {
    const key = String(request.headers['idempotency-key']);
    return once(key, request.text, reused, () => make(key));
  };
  const withPayment = (id: string, work: (payment: Payment) => Answer): Answer => {
    const payment = payments.get(id);
    return payment === undefined ? failure(404, 'not_found') : work(payment);
  };
  const routes: Route[] = [
    ['POST', /^\/connection-tokens$/, () => ({ status: 201, body: { secret: 'bank-reader-1' } })],
    ['POST', /^\/payments$/, (_, request) => keyed(request, key => pay(key, jsonIn(request)))],
    [
      'POST',
      /^\/payments\/([^/]+)\/refunds$/,
      (id, request) =>
        withPayment(id, payment =>
          keyed(request, key => refund(key, payment, jsonIn(request).amount)),
        ),
    ],
    [
      'POST',
      /^\/payments\/([^/]+)\/cancel$/,
      id =>
        withPayment(id, payment => {
          if (payment.status === 'succeeded') return failure(409, 'already_succeeded');
          payment.status = 'canceled';
          return { status: 200, body: payment };
        }),
    ],
    [
      'GET',
      /^\/payments$/,
      (_, { query }) => ({
        status: 200,
        body: {
          payments: [...payments.values()].filter(
            ({ key }) => key === query.get('idempotency_key'),
          ),
        },
      }),
    ],
    ['GET', /^\/payments\/([^/]+)$/, id => withPayment(id, body => ({ status: 200, body }))],
    [
      'GET',
      /^\/payments\/([^/]+)\/refunds$/,
      (id, { query }) =>
        withPayment(id, () => {
          const key = query.get('idempotency_key');
          const found = refunds.filter(item => item.payment === id && item.key === key);
          return { status: 200, body: { refunds: found } };
        }),
    ],
  ];
  const route = routed(routes, failure(404, 'not_found'));
  const handle = (request: Request): Answer =>
    request.headers.authorization === 'Bearer bank-key'
      ? route(request)
      : failure(401, 'unauthorized');

  const server = await startDouble(
    handle,
    ({ method, path }) => method === 'POST' && /\/(payments|refunds)$/.test(path),
  );
  return {
    ...server,
    charged: () =>
      [...payments.values()].filter(({ status }) => status === 'succeeded').map(p => p.amount),
    refunded: () => refunds.map(item => item.amount),
    goodToken: () => 'card-good',
    declinedToken: () => 'card-declined',
  };
}
