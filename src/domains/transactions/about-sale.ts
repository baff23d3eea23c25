import type { MailSubject } from '../../platform/mail/queue-mail.js';
import type { Sale } from './repository.js';

/** By which staff find a mail at the sale, and those of other stores do not see it. */
export const aboutSale = ({ id, store_id }: Pick<Sale, 'id' | 'store_id'>): MailSubject => ({
  storeId: store_id,
  saleId: id,
});
