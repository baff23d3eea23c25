import type { Language } from './i18n/texts.js';

export const CARD_FRAME = '/app/card-frame/';

/** From the payment page to the card form of the sandbox. */
export type ToCardFrame =
  | { kind: 'look'; language: Language; scheme: 'light' | 'dark' }
  /** Fills in the test card with this token. */
  | { kind: 'fill'; token: string }
  | { kind: 'tokenize' };

/** From the card form to the payment page. A card number is in none of them. */
export type FromCardFrame =
  | { kind: 'ready' }
  | { kind: 'height'; px: number }
  /** Somebody typed, so that the form no longer shows the chosen test card. */
  | { kind: 'edited' }
  | { kind: 'token'; token: string; lastFour: string; brand: string }
  /** The form shows what is wrong. */
  | { kind: 'refused' };

/** Other scripts of a page also send messages; these have a field of their own. */
export const asMessage = <Message extends ToCardFrame | FromCardFrame>(message: Message) => ({
  cardFrame: message,
});

export function readMessage<Message extends ToCardFrame | FromCardFrame>(
  data: unknown,
): Message | undefined {
  if (typeof data !== 'object' || data === null || !('cardFrame' in data)) return undefined;
  return data.cardFrame as Message;
}
