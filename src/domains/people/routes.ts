import { justified, signedIn } from '../../platform/http/access.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { principalOf, staffOf, tillStaffOf } from '../access/index.js';
import { deviceOf, giveDeviceToken } from './devices/device.js';
import { answerLogin } from './logins/answer-login.js';
import { beforeLogin } from './logins/before-login.js';
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
  OwnLoginBody,
  RefreshBody,
  TerminalLoginAnswer,
  TerminalLoginBody,
  TokensAnswer,
} from './schemas.js';
import { changeOwnLogin } from './users/change-own-login.js';
import { CartTokenHeaders } from './visits/visit-security.js';

const open = { config: { access: beforeLogin }, bodyLimit: LOGIN_BODY_LIMIT_BYTES };
const login = {
  config: { access: beforeLogin, audit: 'login' as const },
  bodyLimit: LOGIN_BODY_LIMIT_BYTES,
};
const loggedIn = {
  config: {
    access: justified('It ends or names the login itself.', signedIn('till', 'office', 'web')),
  },
  bodyLimit: LOGIN_BODY_LIMIT_BYTES,
};

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
      config: {
        access: justified('It ends the login of the till.', signedIn('till')),
      },
      bodyLimit: LOGIN_BODY_LIMIT_BYTES,
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

  app.patch(
    '/auth/me/',
    {
      ...loggedIn,
      schema: {
        tags,
        summary: 'Change what you log in with as staff: ends all your other logins',
        description:
          'With `current_password`; the PIN alone also with `current_pin`. At a till only the PIN.',
        body: OwnLoginBody,
        response: { 200: MeAnswer },
      },
    },
    async request => {
      const actor = staffOf(request);
      await changeOwnLogin(platform, { actor, address: request.ip }, request.body);
      return describeMe(platform, actor);
    },
  );
}
