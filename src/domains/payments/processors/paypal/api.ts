import { isTransient, refused, uncertain } from '../errors.js';
import { callProcessor, shortenedKey } from '../http.js';
import { TIMEOUT_MS } from '../processor.js';

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

export type SendOptions = {
  body?: object;
  /** Sent as `PayPal-Request-Id`: PayPal handles a key once. */
  key?: string;
  /** Return a 404 instead of throwing. */
  mayBeMissing?: boolean;
  /** Return a 422 with its `issue` instead of throwing. */
  mayRefuse?: boolean;
};
export type Answer = { status: number; reply: Reply; issue?: string; message?: string };
export type Send = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  options?: SendOptions,
) => Promise<Answer>;

const KEY_LENGTH = 108;
/** A token is renewed a minute before it expires. */
const TOKEN_MARGIN_SECONDS = 60;

/** Each operation gets its own `send`: its calls share one time-out. All operations share a login. */
export function createPaypalApi(options: PaypalOptions): () => Send {
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
    if (isTransient(status)) throw uncertain('processor_error');
    if (token === undefined) throw refused('authentication_failed', 'The processor refused us.');
    if (login) login.until = Date.now() + (seconds - TOKEN_MARGIN_SECONDS) * 1_000;
    return token;
  };

  /** Concurrent callers share one login; a failed login is not kept. */
  const tokenFor = (deadline: AbortSignal): Promise<string> => {
    if (login !== undefined && login.until > Date.now()) return login.token;
    const started = { token: fetchToken(deadline), until: Number.POSITIVE_INFINITY };
    login = started;
    started.token.catch(() => {
      if (login === started) login = undefined;
    });
    return started.token;
  };

  return () => {
    const deadline = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
    const sendOnce = async (method: 'GET' | 'POST' | 'PATCH', path: string, opts: SendOptions) =>
      callProcessor({
        method,
        url: `${options.apiBase}${path}`,
        headers: {
          authorization: `Bearer ${await tokenFor(deadline)}`,
          prefer: 'return=representation',
          ...(opts.key !== undefined && {
            'paypal-request-id': shortenedKey(opts.key, KEY_LENGTH),
          }),
        },
        body: opts.body,
        deadline,
      });
    return async (method, path, opts = {}) => {
      let answer = await sendOnce(method, path, opts);
      if (answer.status === 401) {
        // The token was revoked early; PayPal did not handle the request.
        login = undefined;
        answer = await sendOnce(method, path, opts);
      }
      return checked(answer.status, answer.body, opts);
    };
  };
}

/** Throws unless the answer is a success or one that the caller accepts. */
function checked(status: number, body: object, opts: SendOptions): Answer {
  const reply = body as Reply;
  if (isTransient(status)) throw uncertain('processor_error');
  if (status < 300 || (status === 404 && opts.mayBeMissing)) return { status, reply };
  const [detail] = reply.details ?? [];
  const issue = detail?.issue ?? reply.name ?? 'PROCESSOR_REFUSED';
  const message = detail?.description ?? reply.message ?? issue;
  if (status === 422 && opts.mayRefuse) return { status, reply, issue, message };
  throw refused(issue.toLowerCase(), message);
}
