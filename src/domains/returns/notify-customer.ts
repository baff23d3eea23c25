import type { Tx } from '../../platform/database/tx.js';
import { formatsFor } from '../../platform/local-formats.js';
import { queueMail } from '../../platform/mail/queue-mail.js';
import { renderMail } from '../../platform/mail/render-mail.js';
import { clean } from '../../platform/plain-text.js';
import type { Platform } from '../../platform/platform.js';
import { customerMail } from '../people/index.js';
import { findStore, type Store, storeAddressLines } from '../stores/index.js';
import { type Texts, textsIn } from '../texts/index.js';
import {
  describeLine,
  findSale,
  mailLanguage,
  quantityText,
  type Sale,
} from '../transactions/index.js';
import { claimNotice, linesOfReturns, type ReturnRow, returnBy } from './repository.js';
import type { ReturnStatus } from './rules.js';

const MAILED = ['pending', 'approved', 'rejected'] as const satisfies readonly ReturnStatus[];
type Mailed = (typeof MAILED)[number];
const isMailed = (status: ReturnStatus): status is Mailed =>
  (MAILED as readonly ReturnStatus[]).includes(status);

/**
 * Mails the customer who asked for a return in the shop that the request has arrived, or what staff
 * decided: once for each status. Returns the return as it is now.
 */
export async function notifyCustomer(
  tx: Tx,
  platform: Platform,
  id: string,
): Promise<ReturnRow | undefined> {
  const row = await returnBy(tx, 'id', id);
  if (!row?.requested_online || !isMailed(row.status)) return row;
  if (!(await claimNotice(tx, id, row.status))) return row;
  const sale = await findSale(tx, { id: row.transaction_id });
  const to =
    sale && (await customerMail(tx, { userId: sale.customer_id, email: sale.customer_email }));
  if (sale === undefined || to == null || to === '') return row;
  const store = await findStore(tx, row.store_id);
  await queueMail(tx, platform, {
    to,
    purpose: 'return_request',
    ...(await mailAbout(tx, row, row.status, sale, store)),
  });
  return row;
}

async function mailAbout(
  tx: Tx,
  row: ReturnRow,
  status: Mailed,
  sale: Sale,
  store: Store | undefined,
) {
  const language = await mailLanguage(tx, sale, store);
  const texts = textsIn(language).returnRequest;
  const formats = formatsFor(language, sale.currency);
  const lines = await linesOfReturns(tx, [row.id]);
  return {
    subject: texts.subject[status](row.return_number),
    ...renderMail({
      language,
      before: [texts.intro[status](sale.transaction_number, store?.name ?? '')],
      facts: [
        [texts.number, row.return_number],
        [
          texts.goods,
          lines.map(line => `${quantityText(line, formats)} x ${describeLine(line)}`).join(', '),
        ],
        ...(status === 'rejected'
          ? []
          : ([[texts.refund, formats.money(row.refund_amount)]] as const)),
        ...(row.decision_note === '' ? [] : ([[texts.note, clean(row.decision_note)]] as const)),
      ],
      after: [...nextStep(texts, status, store)],
    }),
  };
}

function nextStep(
  texts: Texts['returnRequest'],
  status: Mailed,
  store: Store | undefined,
): string[] {
  if (status === 'pending') return [texts.wait];
  if (status === 'rejected') return [texts.ask(store?.phone ?? '')];
  const place = store === undefined ? '' : [store.name, ...storeAddressLines(store)].join(', ');
  return [texts.bring(place), texts.refundAfter];
}
