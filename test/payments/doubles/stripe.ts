import {
  type Answer,
  createKeys,
  nextId,
  type Request,
  type Route,
  routed,
  startDouble,
  type VendorDouble,
} from './server.js';

type Intent = {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  status: string;
  client_secret: string;
  created: number;
  metadata: Record<string, string>;
  last_payment_error: object | null;
  latest_charge?: object;
};
type Reader = {
  id: string;
  object: 'terminal.reader';
  status: 'online' | 'offline';
  action: {
    type: 'process_payment_intent';
    status: string;
    failure_code: string | null;
    failure_message: string | null;
    process_payment_intent: { payment_intent: string };
  } | null;
};
type Refund = {
  id: string;
  object: 'refund';
  amount: number;
  status: string;
  payment_intent: string;
  metadata: Record<string, string>;
};

const failure = (status: number, error: object): Answer => ({ status, body: { error } });
const missing = failure(404, { type: 'invalid_request_error', code: 'resource_missing' });

const metadataIn = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
      return key === undefined ? [] : [[key, value]];
    }),
  );

/** Stripe's API: form-encoded requests, JSON answers, `Idempotency-Key`. */
export async function startStripeDouble(): Promise<
  VendorDouble & {
    challenge(id: string): void;
    /** The customer presents a card; `code` declines it or ends the action another way. */
    presentCard(readerId: string, code?: string): void;
    shownOn(readerId: string): string | undefined;
    switchOff(readerId: string): void;
  }
> {
  const readers = new Map<string, Reader>(
    ['tmr_1', 'tmr_2'].map(id => [
      id,
      { id, object: 'terminal.reader', status: 'online', action: null },
    ]),
  );
  const intents = new Map<string, Intent>();
  const refunds: Refund[] = [];
  const once = createKeys();

  function createIntent(form: URLSearchParams): Answer {
    const source = form.get('payment_method') ?? form.get('payment_method_data[card][token]');
    const amount = Number(form.get('amount'));
    const intent: Intent = {
      id: nextId('pi_'),
      object: 'payment_intent',
      amount,
      amount_received: 0,
      currency: form.get('currency') ?? '',
      status: 'requires_payment_method',
      client_secret: nextId('secret_'),
      created: Math.floor(Date.now() / 1_000),
      metadata: metadataIn(form),
      last_payment_error: null,
    };
    intents.set(intent.id, intent);
    if (form.get('confirm') !== 'true') return { status: 200, body: intent };
    if (source === 'pm_declined') {
      const error = {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        message: 'Your card has insufficient funds.',
      };
      intent.last_payment_error = error;
      return failure(402, { ...error, payment_intent: intent });
    }
    if (source === 'pm_challenge') {
      intent.status = 'requires_action';
      return { status: 200, body: intent };
    }
    if (source !== 'pm_good' && source !== 'tok_good') return missing;
    Object.assign(intent, { status: 'succeeded', amount_received: amount });
    return { status: 200, body: intent };
  }

  function createRefund(form: URLSearchParams): Answer {
    const intent = intents.get(form.get('payment_intent') ?? '');
    if (intent === undefined) return missing;
    const amount = Number(form.get('amount'));
    const before = refunds.filter(({ payment_intent }) => payment_intent === intent.id);
    const left = before.reduce((sum, refund) => sum - refund.amount, intent.amount_received);
    if (amount > left) {
      return failure(400, { type: 'invalid_request_error', code: 'charge_already_refunded' });
    }
    const refund: Refund = {
      id: nextId('re_'),
      object: 'refund',
      amount,
      status: 'succeeded',
      payment_intent: intent.id,
      metadata: metadataIn(form),
    };
    refunds.push(refund);
    return { status: 200, body: refund };
  }

  function show(readerId: string, form: URLSearchParams): Answer {
    const reader = readers.get(readerId);
    const intent = intents.get(form.get('payment_intent') ?? '');
    if (reader === undefined || intent === undefined) return missing;
    if (reader.action?.status === 'in_progress') {
      return failure(409, { type: 'invalid_request_error', code: 'terminal_reader_busy' });
    }
    reader.action = {
      type: 'process_payment_intent',
      status: 'in_progress',
      failure_code: null,
      failure_message: null,
      process_payment_intent: { payment_intent: intent.id },
    };
    return { status: 200, body: reader };
  }

  function present(readerId: string, code?: string): void {
    const action = readers.get(readerId)?.action;
    const intent = intents.get(action?.process_payment_intent.payment_intent ?? '');
    if (!action || !intent || action.status !== 'in_progress') return;
    if (code !== undefined) {
      Object.assign(action, { status: 'failed', failure_code: code, failure_message: code });
      if (code === 'card_declined') {
        const error = { type: 'card_error', code, decline_code: 'insufficient_funds' };
        intent.last_payment_error = { ...error, message: 'Your card has insufficient funds.' };
      }
      return;
    }
    action.status = 'succeeded';
    const card = { last4: '4242', brand: 'visa' };
    intent.latest_charge = { object: 'charge', payment_method_details: { card_present: card } };
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
  }

  function stop(readerId: string): Answer {
    const reader = readers.get(readerId);
    if (reader === undefined) return missing;
    reader.action = null;
    return { status: 200, body: reader };
  }

  const listed = <T extends { id: string }>(query: URLSearchParams, items: T[]): Answer => {
    const after = items.findIndex(({ id }) => id === query.get('starting_after'));
    const rest = items.slice(after + 1);
    const data = rest.slice(0, Math.min(2, Number(query.get('limit') ?? 10)));
    const has_more = rest.length > data.length;
    return { status: 200, body: { object: 'list', url: '/v1/list', data, has_more } };
  };

  function cancel(intent: Intent | undefined): Answer {
    if (intent === undefined) return missing;
    if (intent.status === 'succeeded') {
      return failure(400, {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
      });
    }
    intent.status = 'canceled';
    return { status: 200, body: intent };
  }

  const reused = failure(400, { type: 'idempotency_error', message: 'Keys are for one request.' });
  const keyed = ({ headers, path, text }: Request, make: (form: URLSearchParams) => Answer) =>
    once(String(headers['idempotency-key']), path + text, reused, () =>
      make(new URLSearchParams(text)),
    );
  const routes: Route[] = [
    ['POST', /^\/v1\/payment_intents$/, (_, request) => keyed(request, createIntent)],
    ['POST', /^\/v1\/refunds$/, (_, request) => keyed(request, createRefund)],
    [
      'POST',
      /^\/v1\/terminal\/connection_tokens$/,
      () => ({ status: 200, body: { object: 'terminal.connection_token', secret: 'pst_test_1' } }),
    ],
    [
      'POST',
      /^\/v1\/terminal\/readers\/([^/]+)\/process_payment_intent$/,
      (id, request) => keyed(request, form => show(id, form)),
    ],
    ['POST', /^\/v1\/terminal\/readers\/([^/]+)\/cancel_action$/, stop],
    [
      'GET',
      /^\/v1\/terminal\/readers\/([^/]+)$/,
      id => {
        const reader = readers.get(id);
        return reader === undefined ? missing : { status: 200, body: reader };
      },
    ],
    ['POST', /^\/v1\/payment_intents\/([^/]+)\/cancel$/, id => cancel(intents.get(id))],
    [
      'GET',
      /^\/v1\/payment_intents$/,
      (_, { query }) => {
        const since = Number(query.get('created[gte]'));
        const found = [...intents.values()].filter(({ created }) => created >= since);
        return listed(query, found.reverse());
      },
    ],
    [
      'GET',
      /^\/v1\/refunds$/,
      (_, { query }) => {
        const id = query.get('payment_intent') ?? '';
        const found = refunds.filter(({ payment_intent }) => payment_intent === id);
        return intents.has(id) ? listed(query, found.reverse()) : missing;
      },
    ],
    [
      'GET',
      /^\/v1\/payment_intents\/([^/]+)$/,
      id => {
        const intent = intents.get(id);
        return intent === undefined ? missing : { status: 200, body: intent };
      },
    ],
  ];
  const route = routed(routes, missing);
  const handle = (request: Request): Answer =>
    request.headers.authorization === 'Bearer sk_test_key'
      ? route(request)
      : failure(401, { type: 'invalid_request_error', message: 'Invalid API Key' });

  const server = await startDouble(
    handle,
    ({ method, path }) =>
      method === 'POST' && /^\/v1\/(payment_intents|refunds)$|process_payment_intent$/.test(path),
  );
  return {
    ...server,
    charged: () =>
      [...intents.values()].map(intent => intent.amount_received).filter(amount => amount > 0),
    refunded: () => refunds.map(refund => refund.amount),
    goodToken: () => 'pm_good',
    declinedToken: () => 'pm_declined',
    presentCard: present,
    switchOff: id => {
      const reader = readers.get(id);
      if (reader) reader.status = 'offline';
    },
    shownOn: id => {
      const action = readers.get(id)?.action;
      return action?.status === 'in_progress'
        ? action.process_payment_intent.payment_intent
        : undefined;
    },
    challenge: id => {
      const intent = intents.get(id);
      if (intent) Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
    },
  };
}
