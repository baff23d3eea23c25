import type { Reader } from '../../platform/database/tx.js';
import { DEFAULT_LANGUAGE, type Language } from '../../platform/language.js';
import { languageOf } from '../people/index.js';
import type { Sale } from './repository.js';

/** Of mails to the customer of a sale: the customer's own or that of the guest's page, else that of the store. */
export async function mailLanguage(
  reader: Reader,
  { customer_id: customerId, mail_language: guest }: Pick<Sale, 'customer_id' | 'mail_language'>,
  store: { language: string } | undefined,
): Promise<Language> {
  const own = customerId === null ? undefined : await languageOf(reader, customerId);
  return own ?? ((guest ?? store?.language) as Language | undefined) ?? DEFAULT_LANGUAGE;
}
