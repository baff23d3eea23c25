import type { MailSubject } from '../../platform/mail/queue-mail.js';
import type { Sale } from './repository.js';

/** Store and sale of a mail: staff find it at the sale, and staff of other stores do not see it. */
export const aboutSale = ({ id, store_id }: Pick<Sale, 'id' | 'store_id'>): MailSubject => ({
  storeId: store_id,
  saleId: id,
});
