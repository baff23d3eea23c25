import type { Reader } from '../../../platform/database/tx.js';
import { conflict, type Failure } from '../../../platform/http/failure.js';
import { isVerified } from './repository.js';

/** Whether the customer has a credential that a vendor or a reviewer approved. */
export const identityVerified = async (reader: Reader, userId: string | null): Promise<boolean> =>
  userId !== null && (await isVerified(reader, userId));

/** A 409, so that a retry with the same key is checked again once the identity is verified. */
export const kycRequired = (customerId: string | null): Failure =>
  conflict(
    'KYC_REQUIRED',
    customerId === null
      ? 'Some of these goods are only for customers with a verified identity; name the customer.'
      : 'Some of these goods are only for customers with a verified identity.',
    { customer_id: customerId },
  );
