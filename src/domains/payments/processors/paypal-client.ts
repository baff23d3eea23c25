import { isTransient, noAnswer, refused } from './errors.js';
import { callProcessor, fittingKey } from './http.js';
import { TIMEOUT_MS } from './processor.js';

export type PaypalOptions = {
  clientId: string;
  clientSecret: string;
  apiBase: string;
  timeoutMs?: number;
};

type Amount = { value?: string; currency_code?: string };
type Movement = { id?: string; status?: string; amount?: Amount; custom_id?: string };
export type Order = {
  id?: string;
  status?: string;
  purchase_units?: {
    reference_id?: string;
    custom_id?: string;
    amount?: Amount;
    payments?: { captures?: Movement[]; refunds?: Movement[] };
  }[];
  links?: { rel?: string; href?: string }[];
};
export type Reply = Order & {
  client_token?: string;
  access_token?: string;
  expires_in?: number;
  name?: string;
  message?: string;
  details?: { issue?: string; description?: string }[];
};

export type AskOptions = {
  body?: object;
  /** Sent as `PayPal-Request-Id`: the same key does its work once. */
  key?: string;
  /** 404 is an answer. */
  mayMiss?: boolean;
  /** 422 is an answer, told in `issue`. */
  mayRefuse?: boolean;
};
export type Answer = { status: number; reply: Reply; issue?: string; message?: string };
export type Ask = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  options?: AskOptions,
) => Promise<Answer>;

const KEY_LENGTH = 108;
/** A token is renewed a minute before it runs out. */
const TOKEN_MARGIN_SECONDS = 60;

/** Opens one operation after the other; the calls of each share one time-out, all share the login. */
export function createPaypalClient(options: PaypalOptions): () => Ask {
  let login: { token: Promise<string>; until: number } | undefined;

  const fetchToken = async (deadline: AbortSignal): Promise<string> => {
    const credentials = Buffer.from(`${options.clientId}:${options.clientSecret}`);
    const { status, body } = await callProcessor({
      method: 'POST',
      url: `${options.apiBase}/v1/oauth2/token`,
      headers: {
        authorization: `Basic ${credentials.toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
      deadline,
    });
    const { access_token: token, expires_in: seconds = 0 } = body as Reply;
    if (isTransient(status)) throw noAnswer('processor_error');
    if (token === undefined) throw refused('authentication_failed', 'The processor refused us.');
    if (login) login.until = Date.now() + (seconds - TOKEN_MARGIN_SECONDS) * 1_000;
    return token;
  };

  /** Callers at the same moment share one log-in; one that failed is not kept. */
  const tokenFor = (deadline: AbortSignal): Promise<string> => {
    if (login !== undefined && login.until > Date.now()) return login.token;
    const mine = { token: fetchToken(deadline), until: Number.POSITIVE_INFINITY };
    login = mine;
    mine.token.catch(() => {
      if (login === mine) login = undefined;
    });
    return mine.token;
  };

  return () => {
    const deadline = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
    const send = async (method: 'GET' | 'POST' | 'PATCH', path: string, opts: AskOptions) =>
      callProcessor({
        method,
        url: `${options.apiBase}${path}`,
        headers: {
          authorization: `Bearer ${await tokenFor(deadline)}`,
          prefer: 'return=representation',
          ...(opts.key !== undefined && { 'paypal-request-id': fittingKey(opts.key, KEY_LENGTH) }),
        },
        body: opts.body,
        deadline,
      });
    return async (method, path, opts = {}) => {
      let answer = await send(method, path, opts);
      if (answer.status === 401) {
        // The token was taken back before its time; nothing was done with the request.
        login = undefined;
        answer = await send(method, path, opts);
      }
      return judged(answer.status, answer.body, opts);
    };
  };
}

function judged(status: number, body: object, opts: AskOptions): Answer {
  const reply = body as Reply;
  if (isTransient(status)) throw noAnswer('processor_error');
  if (status < 300 || (status === 404 && opts.mayMiss)) return { status, reply };
  const [detail] = reply.details ?? [];
  const issue = detail?.issue ?? reply.name ?? 'PROCESSOR_REFUSED';
  const message = detail?.description ?? reply.message ?? issue;
  if (status === 422 && opts.mayRefuse) return { status, reply, issue, message };
  throw refused(issue.toLowerCase(), message);
}
