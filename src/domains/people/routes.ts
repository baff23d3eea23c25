import { anybody, signedIn } from '../../platform/http/access.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { principalOf, tillStaffOf } from '../access/index.js';
import { deviceOf, giveDeviceToken } from './devices/device.js';
import { answerLogin } from './logins/answer-login.js';
import { LOGIN_BODY_LIMIT_BYTES } from './logins/body-limit.js';
import { clearSessionCookie } from './logins/cookie.js';
import { describeMe } from './logins/describe-me.js';
import { logIn } from './logins/log-in.js';
import { logInAtTerminal } from './logins/log-in-at-terminal.js';
import { logOut } from './logins/log-out.js';
import { refreshLogin } from './logins/refresh-login.js';
import { readPairingCookie, setPairingCookie } from './pairing/cookie.js';
import {
  DoneAnswer,
  LoginBody,
  MeAnswer,
  RefreshBody,
  TerminalLoginAnswer,
  TerminalLoginBody,
  TokensAnswer,
} from './schemas.js';
import { CartTokenHeaders } from './visits/visit-security.js';

const open = { config: { access: anybody }, bodyLimit: LOGIN_BODY_LIMIT_BYTES };
const login = {
  config: { access: anybody, audit: 'login' as const },
  bodyLimit: LOGIN_BODY_LIMIT_BYTES,
};
const loggedIn = { config: { access: signedIn }, bodyLimit: LOGIN_BODY_LIMIT_BYTES };

const DONE = { success: true as const, message: 'Logged out.' };

export function tillRoutes(app: App, platform: Platform): void {
  const tags = ['Till login'];

  app.post(
    '/pos/auth/terminal-login/',
    {
      ...login,
      schema: {
        tags,
        summary: 'Log in at a till with employee number and PIN',
        body: TerminalLoginBody,
        response: { 200: TerminalLoginAnswer },
      },
    },
    async (request, reply) => {
      const device = deviceOf(platform, request);
      const pairing = readPairingCookie(request);
      const { answer, owner } = await logInAtTerminal(platform, request.body, {
        address: request.ip,
        userAgent: device.userAgent,
        pairing,
      });
      giveDeviceToken(reply, platform, device, owner);
      if (pairing !== undefined) setPairingCookie(reply, platform, pairing);
      return answer;
    },
  );

  app.post(
    '/pos/auth/terminal-logout/',
    {
      ...loggedIn,
      schema: { tags, summary: 'Log out of the till', response: { 200: DoneAnswer } },
    },
    async request => {
      await logOut(platform, tillStaffOf(request).sessionId);
      return DONE;
    },
  );
}

export function authRoutes(app: App, platform: Platform): void {
  const tags = ['Login'];

  app.post(
    '/auth/login/',
    {
      ...login,
      schema: {
        tags,
        summary: 'Log in with user name or e-mail and password',
        headers: CartTokenHeaders,
        body: LoginBody,
        response: { 200: TokensAnswer },
      },
    },
    (request, reply) =>
      answerLogin(platform, request, reply, origin =>
        logIn(platform, { ...request.body, ...origin }),
      ),
  );

  app.post(
    '/auth/refresh/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Exchange a refresh token for a new pair; each token works once',
        body: RefreshBody,
        response: { 200: TokensAnswer },
      },
    },
    request => refreshLogin(platform, request.body.refresh),
  );

  app.post(
    '/auth/logout/',
    { ...loggedIn, schema: { tags, summary: 'Log out', response: { 200: DoneAnswer } } },
    async (request, reply) => {
      await logOut(platform, principalOf(request).sessionId);
      clearSessionCookie(reply, platform);
      return DONE;
    },
  );

  app.get(
    '/auth/me/',
    {
      ...loggedIn,
      schema: {
        tags,
        summary: 'The logged-in user with permissions and stores',
        response: { 200: MeAnswer },
      },
    },
    request => describeMe(platform, principalOf(request)),
  );
}
