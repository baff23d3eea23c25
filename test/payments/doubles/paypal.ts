import { formatMoney, parseMoney } from '../../../src/platform/money.js';
import {
  type Answer,
  jsonIn,
  nextId,
  type Request,
  type Route,
  routed,
  startDouble,
  type VendorDouble,
} from './server.js';

type Amount = { value: string; currency_code: string };
type Movement = { id: string; status: string; amount: Amount; custom_id?: string };
type Order = {
  id: string;
  status: string;
  declines: boolean;
  unit: { reference_id: string; custom_id?: string; amount: Amount };
  /** Set if PayPal shows its own page and sends the shopper back. */
  page?: { return_url: string; cancel_url: string };
  captures: Movement[];
  refunds: Movement[];
};

const failure = (status: number, issue: string): Answer => ({
  status,
  body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue, description: `It says ${issue}.` }] },
});
const missing = failure(404, 'INVALID_RESOURCE_ID');

const shown = (order: Order) => ({
  id: order.id,
  status: order.status,
  purchase_units: [
    { ...order.unit, payments: { captures: order.captures, refunds: order.refunds } },
  ],
  links: [
    {
      rel: order.page === undefined ? 'approve' : 'payer-action',
      href: `https://pay.example/${order.id}`,
    },
  ],
});

/** PayPal's API: OAuth, orders, captures, `PayPal-Request-Id`. */
export async function startPaypalDouble(): Promise<
  VendorDouble & {
    approve(orderId: string): void;
    /** Where PayPal's page sends the shopper. */
    pageOf(orderId: string): Order['page'];
    /** Another sale writes its key into the order right before the capture. */
    signBeforeCapture(orderId: string, customId: string): void;
    logins(): number;
    revokeTokens(): void;
  }
> {
  const orders = new Map<string, Order>();
  const done = new Map<string, Answer>();
  const signedLast = new Map<string, string>();
  let logins = 0;
  let validFrom = 1;

  const make = (unit: Order['unit'], status: string, declines = false): Order => {
    const order: Order = {
      id: nextId('ORDER'),
      status,
      declines,
      unit,
      captures: [],
      refunds: [],
    };
    orders.set(order.id, order);
    return order;
  };

  function capture(order: Order): Answer {
    if (order.status === 'COMPLETED') return failure(422, 'ORDER_ALREADY_CAPTURED');
    if (order.status !== 'APPROVED') return failure(422, 'ORDER_NOT_APPROVED');
    if (order.declines) return failure(422, 'INSTRUMENT_DECLINED');
    order.status = 'COMPLETED';
    order.unit.custom_id = signedLast.get(order.id) ?? order.unit.custom_id;
    order.captures.push({ id: nextId('CAP'), status: 'COMPLETED', amount: order.unit.amount });
    return { status: 201, body: shown(order) };
  }

  function refund(captureId: string, body: { amount: Amount; custom_id: string }): Answer {
    const order = [...orders.values()].find(({ captures }) => captures[0]?.id === captureId);
    if (order === undefined) return missing;
    const left = order.refunds.reduce(
      (sum, item) => sum - (parseMoney(item.amount.value, 'USD') ?? 0),
      parseMoney(order.unit.amount.value, 'USD') ?? 0,
    );
    if ((parseMoney(body.amount.value, 'USD') ?? 0) > left) {
      return failure(422, 'REFUND_AMOUNT_EXCEEDED');
    }
    const made = { id: nextId('REFUND'), status: 'COMPLETED', ...body };
    order.refunds.push(made);
    return { status: 201, body: made };
  }

  /** As at PayPal, a repeated key gets the first answer, whatever its body says. */
  const once = (request: Request, work: () => Answer): Answer => {
    const key = `${request.path} ${request.headers['paypal-request-id']}`;
    const answer = done.get(key) ?? work();
    done.set(key, answer);
    return answer;
  };

  function login({ headers }: Request): Answer {
    const expected = `Basic ${Buffer.from('client:secret').toString('base64')}`;
    if (headers.authorization !== expected) return failure(401, 'invalid_client');
    logins += 1;
    return { status: 200, body: { access_token: `token-${logins}`, expires_in: 3_600 } };
  }

  const withOrder = (id: string, work: (order: Order) => Answer): Answer => {
    const order = orders.get(id);
    return order === undefined ? missing : work(order);
  };
  const routes: Route[] = [
    [
      'POST',
      /^\/v1\/identity\/generate-token$/,
      () => ({ status: 200, body: { client_token: 'client-token-1' } }),
    ],
    [
      'POST',
      /^\/v2\/checkout\/orders$/,
      (_, request) =>
        once(request, () => {
          const { purchase_units, payment_source: source } = jsonIn(request);
          const order = make(purchase_units[0], source ? 'PAYER_ACTION_REQUIRED' : 'CREATED');
          order.page = source?.paypal.experience_context;
          return { status: 201, body: shown(order) };
        }),
    ],
    [
      'POST',
      /^\/v2\/payments\/captures\/([^/]+)\/refund$/,
      (id, request) => once(request, () => refund(id, jsonIn(request))),
    ],
    [
      'POST',
      /^\/v2\/checkout\/orders\/([^/]+)\/capture$/,
      (id, request) => withOrder(id, order => once(request, () => capture(order))),
    ],
    [
      'PATCH',
      /^\/v2\/checkout\/orders\/([^/]+)$/,
      (id, request) =>
        withOrder(id, order => {
          order.unit.custom_id = jsonIn(request)[0].value;
          return { status: 204, body: null };
        }),
    ],
    [
      'GET',
      /^\/v2\/checkout\/orders\/([^/]+)$/,
      id => withOrder(id, order => ({ status: 200, body: shown(order) })),
    ],
  ];
  const route = routed(routes, missing);
  function handle(request: Request): Answer {
    if (request.path === '/v1/oauth2/token') return login(request);
    const token = Number(/^Bearer token-(\d+)$/.exec(request.headers.authorization ?? '')?.[1]);
    return token >= validFrom ? route(request) : failure(401, 'INVALID_TOKEN');
  }

  const server = await startDouble(handle, ({ path }) => /\/(capture|refund)$/.test(path));
  const approved = (amountMinor: number, declines: boolean): string =>
    make(
      {
        reference_id: 'default',
        amount: { value: formatMoney(amountMinor, 'USD'), currency_code: 'USD' },
      },
      'APPROVED',
      declines,
    ).id;
  const amounts = (pick: (order: Order) => Movement[]) =>
    [...orders.values()].flatMap(pick).map(item => parseMoney(item.amount.value, 'USD') ?? 0);
  return {
    ...server,
    charged: () => amounts(order => order.captures),
    refunded: () => amounts(order => order.refunds),
    goodToken: amountMinor => approved(amountMinor, false),
    declinedToken: amountMinor => approved(amountMinor, true),
    approve: orderId => {
      const order = orders.get(orderId);
      if (order) order.status = 'APPROVED';
    },
    pageOf: orderId => orders.get(orderId)?.page,
    signBeforeCapture: (orderId, customId) => void signedLast.set(orderId, customId),
    logins: () => logins,
    revokeTokens: () => {
      validFrom = logins + 1;
    },
  };
}
