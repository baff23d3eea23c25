import type { Tx } from '../../platform/database/tx.js';
import { formatsFor } from '../../platform/local-formats.js';
import { queueMail } from '../../platform/mail/queue-mail.js';
import type { Platform } from '../../platform/platform.js';
import { customerMail } from '../people/index.js';
import { findStore, mailTemplates, type Store, storeAddressLines } from '../stores/index.js';
import { type MailKind, returnBody, writtenTemplate } from '../texts/index.js';
import {
  aboutSale,
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
const KIND_OF = {
  pending: 'return_received',
  approved: 'return_accepted',
  rejected: 'return_refused',
} as const satisfies Record<Mailed, MailKind>;
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
    about: aboutSale(sale),
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
  const formats = formatsFor(language, sale.currency);
  const lines = await linesOfReturns(tx, [row.id]);
  const own = writtenTemplate(store && mailTemplates(store), KIND_OF[status], language, {
    store: store?.name ?? '',
    number: row.return_number,
    order: sale.transaction_number,
  });
  const body = returnBody(own, {
    language,
    status,
    number: row.return_number,
    goods: lines.map(line => `${quantityText(line, formats)} x ${describeLine(line)}`).join(', '),
    refund: formats.money(row.refund_amount),
    note: row.decision_note,
    place: store === undefined ? '' : [store.name, ...storeAddressLines(store)].join(', '),
    phone: store?.phone ?? '',
  });
  return { subject: own.subject, ...body };
}
