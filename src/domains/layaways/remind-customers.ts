import { addMs, DAY_MS } from '../../platform/clock.js';
import { atomically, type Tx } from '../../platform/database/tx.js';
import { formatsFor } from '../../platform/local-formats.js';
import { queueMail } from '../../platform/mail/queue-mail.js';
import { formatMoney, minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { customerMail } from '../people/index.js';
import { findStore, mailTemplates } from '../stores/index.js';
import { closingOf, textsIn, writtenTemplate } from '../texts/index.js';
import {
  aboutSale,
  linesOf,
  lockSale,
  mailLanguage,
  renderOrderMail,
} from '../transactions/index.js';
import { layawaysToRemind, markReminded } from './repository.js';

const BATCH = 100;
const REMIND_DAYS = 7;

/** Mails customers once, seven days before their goods go back on sale. */
export async function remindCustomers(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const window = { now, until: addMs(now, REMIND_DAYS * DAY_MS), madeBefore: addMs(now, -DAY_MS) };
  for (;;) {
    const ids = await layawaysToRemind(db, window, BATCH);
    for (const id of ids) await atomically(db, tx => remind(tx, platform, id, now));
    if (ids.length < BATCH) return;
  }
}

async function remind(tx: Tx, platform: Platform, id: string, now: Date): Promise<void> {
  const sale = await lockSale(tx, id);
  if (sale?.expires_at == null || !(await markReminded(tx, id, now))) return;
  const to = await customerMail(tx, { userId: sale.customer_id, email: sale.customer_email });
  // Staff call customers without an address; the list shows the date.
  if (to === null) return;
  const store = await findStore(tx, sale.store_id);
  const language = await mailLanguage(tx, sale, store);
  const texts = textsIn(language).layaway;
  const formats = formatsFor(language, sale.currency);
  const dueMinor = minor(sale.total_amount, sale.currency) - minor(sale.total_paid, sale.currency);
  const until = formats.dateTime(sale.expires_at, store?.time_zone ?? 'UTC');
  const lines = await linesOf(tx, id);
  const number = sale.transaction_number;
  const place = store?.name ?? '';
  const own = writtenTemplate(
    store && mailTemplates(store),
    'layaway_reminder',
    language,
    { store: place, number, until },
    { subject: texts.subject(number), intro: texts.until(place, until) },
  );
  const after = [
    texts.paid(formats.money(sale.total_paid)),
    texts.due(formats.money(formatMoney(dueMinor, sale.currency))),
  ];
  await queueMail(tx, platform, {
    to,
    subject: own.subject,
    purpose: 'layaway_reminder',
    about: aboutSale(sale),
    ...renderOrderMail({
      language,
      before: own.intro,
      sale,
      lines,
      after: [...after, ...closingOf(own)],
    }),
  });
}
