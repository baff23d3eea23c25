import { anybody, signedIn } from '../../platform/http/access.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { principalOf, tillStaffOf } from '../access/index.js';
import { answerLogin } from './answer-login.js';
import { clearSessionCookie } from './cookie.js';
import { describeMe } from './describe-me.js';
import { deviceOf, giveDeviceToken } from './device.js';
import { initiateRegistration } from './initiate-registration.js';
import { languageAsked } from './language.js';
import { logIn } from './log-in.js';
import { logInAtTerminal } from './log-in-at-terminal.js';
import { logOut } from './log-out.js';
import { readPairingCookie, setPairingCookie } from './pairing-cookie.js';
import { presentAccount } from './present.js';
import { refreshLogin } from './refresh-login.js';
import { resendCode } from './resend-code.js';
import {
  DoneAnswer,
  LoginBody,
  MeAnswer,
  RefreshBody,
  RegistrationAnswer,
  RegistrationBody,
  ResendAnswer,
  ResendBody,
  TerminalLoginAnswer,
  TerminalLoginBody,
  TokensAnswer,
  VerifyAnswer,
  VerifyBody,
} from './schemas.js';
import { verifyRegistration } from './verify-registration.js';
import { CartTokenHeaders } from './visit-security.js';

/** Login bodies are small. */
const BODY_LIMIT_BYTES = 16_384;
const open = { config: { access: anybody }, bodyLimit: BODY_LIMIT_BYTES };
const login = { config: { access: anybody, audit: 'login' as const }, bodyLimit: BODY_LIMIT_BYTES };
const loggedIn = { config: { access: signedIn }, bodyLimit: BODY_LIMIT_BYTES };

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
      const opened = await logInAtTerminal(platform, request.body, {
        address: request.ip,
        userAgent: device.userAgent,
        pairing,
      });
      giveDeviceToken(reply, platform, device);
      if (pairing !== undefined) setPairingCookie(reply, platform, pairing);
      return opened;
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

export function registrationRoutes(app: App, platform: Platform): void {
  const tags = ['Registration'];

  app.post(
    '/auth/register/initiate/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Start a registration; a code is mailed to the address',
        body: RegistrationBody,
        response: { 201: RegistrationAnswer },
      },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(
          await initiateRegistration(platform, request.body, request.ip, languageAsked(request)),
        ),
  );

  app.post(
    '/auth/register/verify/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Open the account with the mailed code, and log in',
        headers: CartTokenHeaders,
        body: VerifyBody,
        response: { 200: VerifyAnswer },
      },
    },
    async (request, reply) => {
      const { registration_token: token, otp: code } = request.body;
      const { user, ...tokens } = await answerLogin(platform, request, reply, origin =>
        verifyRegistration(platform, { token, code, ...origin }),
      );
      return { success: true as const, user: presentAccount(user), ...tokens };
    },
  );

  app.post(
    '/auth/register/resend-otp/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Mail a new code',
        body: ResendBody,
        response: { 200: ResendAnswer },
      },
    },
    request => resendCode(platform, request.body.registration_token, languageAsked(request)),
  );
}
