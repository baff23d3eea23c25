import { atomically } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import { queueMail } from '../../platform/mail/queue-mail.js';
import { renderMail } from '../../platform/mail/render-mail.js';
import { clean } from '../../platform/plain-text.js';
import type { Platform } from '../../platform/platform.js';
import type { Staff } from '../access/index.js';
import { limitSender } from '../people/index.js';
import { writtenTemplate } from '../texts/index.js';
import { renderPdf } from './render-pdf.js';
import type { Quote } from './repository.js';
import { markSent } from './repository.js';
import { quoteExpired, stateOf } from './rules.js';
import { writtenQuote } from './written-quote.js';

/** A quote has words of the cashier. */
const QUOTES = { name: 'quote by mail', plural: 'quotes by mail' };

/**
 * Queues a mail with the goods, the sums and the last day of the quote, and its PDF; returns its
 * address.
 */
export async function sendQuote(
  platform: Platform,
  caller: Staff,
  quote: Quote,
  email: string | undefined,
): Promise<string> {
  const { db, clock } = platform;
  const now = clock.now();
  const to = email ?? quote.email;
  if (to === null) throw invalidField('email', 'The quote has no address; send one.');
  if (stateOf(quote, now) === 'expired') throw quoteExpired(quote.valid_until);
  await limitSender(platform, QUOTES, caller, to);
  const written = await writtenQuote(db, quote);
  const { texts, language } = written;
  const { number } = quote;
  const own = writtenTemplate(
    written.mailTemplates,
    'quote',
    language,
    { store: written.storeName, number, total: written.total },
    {
      subject: texts.subject(clean(written.storeName), number),
      intro: texts.intro(clean(written.storeName)),
    },
  );
  const mail = renderMail({
    language,
    before: [written.greeting, ...own.intro],
    facts: [
      ...written.lines.map(line => [`${line.quantity} × ${line.description}`, line.total] as const),
      ...written.sums.map(({ label, amount }) => [label, amount] as const),
      [texts.validUntil, written.validUntil] as const,
    ],
    after: [...(quote.note === '' ? [] : [quote.note]), texts.accept(number), ...own.closing],
  });
  const content = await renderPdf(quote, written);
  await atomically(db, async tx => {
    await queueMail(tx, platform, {
      to,
      purpose: 'quote',
      about: { storeId: quote.store_id },
      subject: own.subject,
      ...mail,
      attachment: { name: `${quote.number}.pdf`, content },
    });
    await markSent(tx, quote.id, to, now);
  });
  return to;
}
