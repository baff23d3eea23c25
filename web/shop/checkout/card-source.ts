import type { RefObject } from 'react';

/** What the page learns of a card. */
export type CardToken = { token: string; lastFour: string; brand: string };

/** Asks a card form or a wallet for the card; null if the form shows what is missing. */
export type CardSource = () => Promise<CardToken | null>;

/** How the payment page and the card form work together. */
export type CardLink = {
  /** Set by the form while it is on the page. */
  source: RefObject<CardSource | undefined>;
  /** Pays with the card of a wallet. */
  onWallet: (wallet: CardSource) => void;
  /** What the card pays; null if stored value pays a part that only the service knows. */
  cents: number | null;
};

/** The card form or its processor has a problem; the message is for the shopper. */
export class CardFormError extends Error {}
