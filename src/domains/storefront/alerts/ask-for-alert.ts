import { atomically } from '../../../platform/database/tx.js';
import { conflict, invalidField } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import type { Language } from '../../../platform/language.js';
import type { Platform } from '../../../platform/platform.js';
import { variantsBySkus } from '../../catalog/index.js';
import { availability } from '../../inventory/index.js';
import { refuseTooManyMails } from '../../people/index.js';
import { unknownSku } from '../carts/errors.js';
import { openStore } from '../sessions/open-store.js';
import { insertAlert } from './repository.js';

export type AlertRequest = {
  sku: string;
  storeId: string;
  email: string;
  consent: boolean;
  /** Language of the reader; default: that of the store. */
  language: Language | undefined;
  address: string;
};

const ALERTS = { name: 'stock alert', plural: 'stock alerts' };

/** Stores the request for a mail when goods are back; a repeated request gets the same answer. */
export async function askForAlert(platform: Platform, request: AlertRequest): Promise<void> {
  const { db, clock } = platform;
  if (!request.consent) {
    throw invalidField('consent', 'We send the mail only with your consent.', 'CONSENT_REQUIRED');
  }
  const store = await openStore(platform, request.storeId);
  const [variant] = await variantsBySkus(db, [request.sku]);
  if (variant === undefined || !variant.isActive || variant.isDigital) throw unknownSku();
  const available = (await availability(db, store.id, [variant.id])).get(variant.id) ?? 0;
  if (available > 0) throw conflict('IN_STOCK', 'These goods are available now.');
  await refuseTooManyMails(platform, ALERTS, request.email, request.address);
  const now = clock.now();
  await atomically(db, tx =>
    insertAlert(tx, {
      id: newId(now),
      variant_id: variant.id,
      store_id: store.id,
      email: request.email,
      language: request.language ?? store.language,
      created_at: now,
    }),
  );
}
