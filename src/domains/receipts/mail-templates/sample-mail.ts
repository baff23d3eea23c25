import type { Reader } from '../../../platform/database/tx.js';
import type { Language } from '../../../platform/language.js';
import { formatsFor } from '../../../platform/local-formats.js';
import { formatMoney } from '../../../platform/money.js';
import type { Store } from '../../stores/index.js';
import {
  defaultTemplate,
  type MailKind,
  type MailTemplate,
  textsIn,
  writtenTemplate,
} from '../../texts/index.js';
import { headOf } from '../read-receipt.js';
import { SAMPLE_BODIES } from './sample-bodies.js';

const NUMBER = 'TXN-20260302-1A2B3C4D';
const RETURN_NUMBER = 'RET-2026-000042';
const CODE = '123456';
const UNTIL = new Date('2026-03-09T17:00:00Z');
const AMOUNT_MINOR = 2_500;

export type Sample = { subject: string; text: string; html: string };

/** The mail as a customer would get it, about an order that does not exist. */
export async function sampleMail(
  reader: Reader,
  store: Store,
  kind: MailKind,
  language: Language,
  template: MailTemplate,
): Promise<Sample> {
  const total = formatMoney(AMOUNT_MINOR, store.currency);
  const formats = formatsFor(language, store.currency);
  const values = {
    store: store.name,
    number: kind.startsWith('return_') ? RETURN_NUMBER : NUMBER,
    order: NUMBER,
    total: formats.money(total),
    amount: formats.money(total),
    until: formats.dateTime(UNTIL, store.time_zone),
    goods: goodsIn(language),
    code: CODE,
    change: textsIn(language).signIn.passkeyAdded.subject,
  };
  const service = defaultTemplate(kind, language);
  // The service's own texts are a template too, so that both are filled in the same way.
  const filled = { ...service, ...withoutEmpty(template) };
  const own = writtenTemplate({ [kind]: { [language]: filled } }, kind, language, values, service);
  const head = await headOf(reader, store, language);
  const body = SAMPLE_BODIES[kind](own, { store, language, total, values, head });
  return { subject: own.subject, ...body };
}

const withoutEmpty = (template: MailTemplate): Partial<MailTemplate> =>
  Object.fromEntries(Object.entries(template).filter(([, text]) => text !== ''));

const goodsIn = (language: Language): string => (language === 'de' ? 'Becher' : 'Mug');
