import type { Language } from '../../../platform/language.js';
import { renderLines, renderMail } from '../../../platform/mail/render-mail.js';
import { clean } from '../../../platform/plain-text.js';
import { closingOf, type WrittenTemplate } from '../mail-templates.js';
import { textsIn } from '../texts-in.js';

type Body = { text: string; html: string };

export type RefundFacts = {
  language: Language;
  order: string;
  total: string;
  now: string;
  all: string;
  way: 'processor' | 'cash' | 'store_credit' | 'gift_card' | 'external' | null;
};

export function refundBody(own: WrittenTemplate, refund: RefundFacts): Body {
  const texts = textsIn(refund.language).refunded;
  const isByBank = refund.way === 'processor' || refund.way === 'external';
  return renderMail({
    language: refund.language,
    before: own.intro,
    facts: [
      [texts.order, refund.order],
      [texts.total, refund.total],
      [texts.now, refund.now],
      [texts.all, refund.all],
      ...(refund.way === null ? [] : ([[texts.way, texts.ways[refund.way]]] as const)),
    ],
    after: [...(isByBank ? [texts.patience] : []), ...own.closing],
  });
}

export type ReturnFacts = {
  language: Language;
  status: 'pending' | 'approved' | 'rejected';
  number: string;
  goods: string;
  refund: string;
  note: string;
  /** Where the goods go, and the phone of the store. */
  place: string;
  phone: string;
};

export function returnBody(own: WrittenTemplate, row: ReturnFacts): Body {
  const texts = textsIn(row.language).returnRequest;
  const nextStep = {
    pending: [texts.wait],
    approved: [texts.bring(row.place), texts.refundAfter],
    rejected: [texts.ask(row.phone)],
  };
  return renderMail({
    language: row.language,
    before: own.intro,
    facts: [
      [texts.number, row.number],
      [texts.goods, row.goods],
      ...(row.status === 'rejected' ? [] : ([[texts.refund, row.refund]] as const)),
      ...(row.note === '' ? [] : ([[texts.note, clean(row.note)]] as const)),
    ],
    after: [...nextStep[row.status], ...own.closing],
  });
}

export function giftCardBody(
  own: WrittenTemplate,
  { language, amount, code }: { language: Language; amount: string; code: string },
): Body {
  const texts = textsIn(language).giftCard;
  return renderLines(language, [
    ...own.intro,
    '',
    texts.value(amount),
    texts.code(code),
    '',
    texts.use,
    ...closingOf(own),
  ]);
}

export type CartLinks = { back: string; after: readonly string[] };

/** `links` are whole sentences: which ones depends on whether the customer has an account. */
export function cartReminderBody(
  own: WrittenTemplate,
  { language, goods, links }: { language: Language; goods: readonly string[]; links: CartLinks },
): Body {
  const texts = textsIn(language).cartReminder;
  return renderMail({
    language,
    before: [...own.intro, links.back],
    facts: goods.map(good => [texts.goods, good] as const),
    after: [...links.after, ...own.closing],
  });
}

export function backInStockBody(
  own: WrittenTemplate,
  { language, page, unsubscribe }: { language: Language; page: string; unsubscribe: string },
): Body {
  const texts = textsIn(language).backInStock;
  return renderMail({
    language,
    before: [...own.intro, texts.buy(page)],
    facts: [],
    after: [texts.once, texts.unsubscribe(unsubscribe), ...own.closing],
  });
}
