import type { Reader } from '../../platform/database/tx.js';
import { DEFAULT_LANGUAGE, type Language } from '../../platform/language.js';
import { languageOf } from '../people/index.js';
import type { Sale } from './repository.js';

/** Language of mails about a sale: the customer's, else that of the guest's page or the store. */
export async function mailLanguage(
  reader: Reader,
  { customer_id: customerId, mail_language: guest }: Pick<Sale, 'customer_id' | 'mail_language'>,
  store: { language: string } | undefined,
): Promise<Language> {
  const own = customerId === null ? undefined : await languageOf(reader, customerId);
  return own ?? ((guest ?? store?.language) as Language | undefined) ?? DEFAULT_LANGUAGE;
}
