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

type Money = { amount: number; currency: string };
type Payment = {
  id: string;
  status: string;
  amount_money: Money;
  reference_id?: string;
  location_id?: string;
  created_at: string;
};
type Refund = {
  id: string;
  status: string;
  payment_id: string;
  amount_money: Money;
  reason: string;
  created_at: string;
};

type Checkout = {
  id: string;
  status: string;
  amount_money: Money;
  device_options: { device_id: string };
  cancel_reason?: string;
  payment_ids?: string[];
};

const failure = (status: number, code: string, category = 'INVALID_REQUEST_ERROR'): Answer => ({
  status,
  body: { errors: [{ category, code, detail: `It says ${code}.` }] },
});
const missing = failure(404, 'NOT_FOUND');
const MAIN_LOCATION = 'L1';

/** Square's API: JSON with `idempotency_key` in the body. */
export async function startSquareDouble(): Promise<
  VendorDouble & {
    settleRefunds(status: 'COMPLETED' | 'REJECTED'): void;
    payOrder(id: string): void;
    /** The customer presents a card, or the terminal ends the checkout. */
    endCheckout(id: string, reason?: 'TIMED_OUT' | 'BUYER_CANCELED'): void;
    checkouts(): { device: string; status: string }[];
    /** As Square reports the terminal `device-1`. */
    setDevice(category: 'AVAILABLE' | 'NEEDS_ATTENTION' | 'OFFLINE'): void;
  }
> {
  const payments = new Map<string, Payment>();
  const refunds = new Map<string, Refund>();
  const orders = new Map<string, { id: string; amount: Money; tenders: object[] }>();
  const checkouts = new Map<string, Checkout>();
  const once = createKeys();
  const device = {
    id: 'device:device-1',
    attributes: { type: 'TERMINAL', manufacturer: 'Square' },
    status: { category: 'AVAILABLE' },
  };
  const now = () => new Date().toISOString();

  // biome-ignore lint/suspicious/noExplicitAny: the double does not validate
  function pay(body: any): Answer {
    if (body.source_id === 'cnon:declined') {
      return failure(400, 'INSUFFICIENT_FUNDS', 'PAYMENT_METHOD_ERROR');
    }
    if (body.source_id !== 'cnon:good') return failure(404, 'NOT_FOUND');
    const payment: Payment = {
      id: nextId('sq'),
      status: 'COMPLETED',
      amount_money: body.amount_money,
      reference_id: body.reference_id,
      location_id: body.location_id ?? MAIN_LOCATION,
      created_at: now(),
    };
    payments.set(payment.id, payment);
    return { status: 200, body: { payment } };
  }

  // biome-ignore lint/suspicious/noExplicitAny: the double does not validate
  function refund(body: any): Answer {
    const payment = payments.get(body.payment_id);
    if (payment === undefined) return missing;
    const before = [...refunds.values()].filter(
      item => item.payment_id === payment.id && item.status !== 'REJECTED',
    );
    const left = before.reduce(
      (sum, item) => sum - item.amount_money.amount,
      payment.amount_money.amount,
    );
    if (body.amount_money.amount > left) {
      return failure(400, 'REFUND_AMOUNT_INVALID', 'REFUND_ERROR');
    }
    const made: Refund = {
      id: nextId('sqr'),
      status: 'PENDING',
      payment_id: payment.id,
      amount_money: body.amount_money,
      reason: body.reason,
      created_at: now(),
    };
    refunds.set(made.id, made);
    return { status: 200, body: { refund: made } };
  }

  function order(body: { order: { line_items: { base_price_money: Money }[] } }): Answer {
    const [line] = body.order.line_items;
    const made = {
      id: nextId('ord'),
      amount: line?.base_price_money ?? { amount: 0, currency: '' },
      tenders: [],
    };
    orders.set(made.id, made);
    return { status: 200, body: { order: made } };
  }

  function checkout(body: { checkout: Pick<Checkout, 'amount_money' | 'device_options'> }): Answer {
    const made = { id: nextId('tc'), status: 'PENDING', ...body.checkout };
    checkouts.set(made.id, made);
    return { status: 200, body: { checkout: made } };
  }

  function cancelCheckout(id: string): Answer {
    const made = checkouts.get(id);
    if (made?.status !== 'PENDING') return failure(400, 'BAD_REQUEST');
    Object.assign(made, { status: 'CANCELED', cancel_reason: 'SELLER_CANCELED' });
    return one('checkout', made);
  }

  function endCheckout(id: string, reason?: string): void {
    const made = checkouts.get(id);
    if (made?.status !== 'PENDING') return;
    if (reason !== undefined) {
      Object.assign(made, { status: 'CANCELED', cancel_reason: reason });
      return;
    }
    const payment = {
      id: nextId('sq'),
      status: 'COMPLETED',
      amount_money: made.amount_money,
      card_details: { card: { last_4: '1111', card_brand: 'MASTERCARD' } },
      created_at: now(),
    };
    payments.set(payment.id, payment);
    Object.assign(made, { status: 'COMPLETED', payment_ids: [payment.id] });
  }

  /** Pages of one record, so that every list needs pagination. */
  const listed = <T extends { created_at: string }>(
    name: string,
    query: URLSearchParams,
    items: T[],
  ): Answer => {
    const found = items.filter(item => item.created_at >= (query.get('begin_time') ?? ''));
    const at = Number(query.get('cursor') ?? 0);
    const cursor = at + 1 < found.length ? String(at + 1) : undefined;
    return { status: 200, body: { [name]: found.slice(at, at + 1), cursor } };
  };

  const reused = failure(400, 'IDEMPOTENCY_KEY_REUSED');
  // biome-ignore lint/suspicious/noExplicitAny: the double does not validate
  const keyed = (request: Request, make: (body: any) => Answer) => {
    const body = jsonIn(request);
    return once(request.path + body.idempotency_key, request.text, reused, () => make(body));
  };
  const one = (name: string, record: object | undefined): Answer =>
    record === undefined ? missing : { status: 200, body: { [name]: record } };
  const routes: Route[] = [
    ['POST', /^\/v2\/payments$/, (_, request) => keyed(request, pay)],
    ['POST', /^\/v2\/refunds$/, (_, request) => keyed(request, refund)],
    ['POST', /^\/v2\/orders$/, (_, request) => keyed(request, order)],
    ['POST', /^\/v2\/terminals\/checkouts$/, (_, request) => keyed(request, checkout)],
    ['POST', /^\/v2\/terminals\/checkouts\/([^/]+)\/cancel$/, cancelCheckout],
    ['GET', /^\/v2\/terminals\/checkouts\/([^/]+)$/, id => one('checkout', checkouts.get(id))],
    ['POST', /^\/v2\/payments\/[^/]+\/cancel$/, () => failure(400, 'BAD_REQUEST')],
    [
      'POST',
      /^\/mobile\/authorization-code$/,
      (_, request) => ({
        status: 200,
        body: { authorization_code: `sq0acp-${jsonIn(request).location_id}` },
      }),
    ],
    [
      'GET',
      /^\/v2\/locations$/,
      () => ({ status: 200, body: { locations: [{ id: MAIN_LOCATION }, { id: 'L-WEB' }] } }),
    ],
    ['GET', /^\/v2\/locations\/main$/, () => one('location', { id: MAIN_LOCATION })],
    [
      'GET',
      /^\/v2\/payments$/,
      (_, { query }) => {
        const place = query.get('location_id') ?? MAIN_LOCATION;
        const there = [...payments.values()].filter(
          ({ location_id = MAIN_LOCATION }) => location_id === place,
        );
        return listed('payments', query, there);
      },
    ],
    ['GET', /^\/v2\/refunds$/, (_, { query }) => listed('refunds', query, [...refunds.values()])],
    ['GET', /^\/v2\/payments\/([^/]+)$/, id => one('payment', payments.get(id))],
    ['GET', /^\/v2\/refunds\/([^/]+)$/, id => one('refund', refunds.get(id))],
    [
      'GET',
      /^\/v2\/devices\/([^/]+)$/,
      id => one('device', decodeURIComponent(id) === device.id ? device : undefined),
    ],
    ['GET', /^\/v2\/orders\/([^/]+)$/, id => one('order', orders.get(id))],
  ];
  const route = routed(routes, missing);
  const handle = (request: Request): Answer =>
    request.headers.authorization === 'Bearer sq-token'
      ? route(request)
      : failure(401, 'UNAUTHORIZED', 'AUTHENTICATION_ERROR');

  const server = await startDouble(
    handle,
    ({ method, path }) =>
      method === 'POST' && /^\/v2\/(payments|refunds|terminals\/checkouts)$/.test(path),
  );
  return {
    ...server,
    charged: () => [...payments.values()].map(payment => payment.amount_money.amount),
    refunded: () =>
      [...refunds.values()]
        .filter(({ status }) => status !== 'REJECTED')
        .map(item => item.amount_money.amount),
    goodToken: () => 'cnon:good',
    declinedToken: () => 'cnon:declined',
    settleRefunds: status => {
      for (const item of refunds.values()) {
        if (item.status === 'PENDING') item.status = status;
      }
    },
    endCheckout,
    setDevice: category => {
      device.status.category = category;
    },
    checkouts: () =>
      [...checkouts.values()].map(({ device_options, status }) => ({
        device: device_options.device_id,
        status,
      })),
    payOrder: id => {
      const made = orders.get(id);
      if (made === undefined) return;
      const payment = { id: nextId('sq'), status: 'COMPLETED', amount_money: made.amount };
      payments.set(payment.id, { ...payment, created_at: now() });
      made.tenders.push({ payment_id: payment.id });
    },
  };
}
