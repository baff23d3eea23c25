import { MINUTE_MS } from '../../platform/clock.js';
import { anybody } from '../../platform/http/access.js';
import { invalidField, notFound, tooMany } from '../../platform/http/failure.js';
import { clientKey, isLoopback } from '../../platform/http/limits.js';
import { Answer, Body, type Static, Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { isSandboxOffered } from './processors/registry.js';
import {
  hasExpired,
  type SandboxCard,
  sandboxCardOf,
  WALLET_CARD,
} from './processors/sandbox-cards.js';

const MAX_PER_CLIENT_AND_MINUTE = 20;

const CardTokenBody = Body({
  card_number: Type.Optional(
    Type.String({
      maxLength: 30,
      description: 'A test number; the service reads only its last four digits',
    }),
  ),
  exp_month: Type.Optional(Type.Integer({ minimum: 1, maximum: 12 })),
  exp_year: Type.Optional(Type.Integer({ minimum: 2000, maximum: 2099 })),
  wallet: Type.Optional(
    Type.Literal('test', { description: 'The card of the test wallet, in place of a number' }),
  ),
});

const CardTokenAnswer = Answer({
  success: Type.Literal(true),
  token: Type.String({ examples: ['tok_ok'] }),
  last_four: Type.String(),
  brand: Type.String(),
});

/** What a processor's own page does for real cards: turns a typed card into a token. */
export function sandboxRoutes(app: App, platform: Platform): void {
  app.post(
    '/sandbox/card-tokens/',
    {
      config: { access: anybody },
      schema: {
        tags: ['Web shop: checkout'],
        summary: 'A token for a test card or the test wallet; only where the sandbox is allowed',
        body: CardTokenBody,
        response: { 200: CardTokenAnswer },
      },
    },
    async request => {
      if (!isSandboxOffered(platform)) throw notFound('Page');
      await throttleCards(platform, request.ip);
      return { success: true as const, ...cardOf(request.body, platform.clock.now()) };
    },
  );
}

function cardOf(body: Static<typeof CardTokenBody>, now: Date): SandboxCard {
  if (body.wallet !== undefined) return WALLET_CARD;
  const card = sandboxCardOf(body.card_number ?? '');
  if (card === undefined) {
    throw invalidField('card_number', 'This is not a test card.', 'CARD_INVALID');
  }
  const { exp_month: month, exp_year: year } = body;
  if (month === undefined || year === undefined) {
    const field = month === undefined ? 'exp_month' : 'exp_year';
    throw invalidField(field, 'Enter when the card expires.', 'CARD_INVALID');
  }
  if (hasExpired(month, year, now)) {
    throw invalidField('exp_month', 'The card has expired.', 'CARD_INVALID');
  }
  return card;
}

async function throttleCards({ limits, config }: Platform, address: string): Promise<void> {
  if (!config.blockLoopback && isLoopback(address)) return;
  const verdict = await limits.throttle(
    'sandbox-cards',
    clientKey(address),
    MAX_PER_CLIENT_AND_MINUTE,
    MINUTE_MS,
  );
  if (verdict.blocked) {
    throw tooMany('Too many cards from this address.', verdict.retryAfterSeconds);
  }
}
