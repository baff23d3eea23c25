import type { Tillhouse } from '@tillhouse/client';
import { findKept } from './offline-return.js';
import { findSale } from './returns.js';

/** Whether a scanned code that looks like the number of a till is the receipt of a sale. */
export async function isKnownReceipt(
  api: Tillhouse,
  { online, terminal }: { online: boolean; terminal: string },
  code: string,
): Promise<boolean> {
  if (!online) return (await findKept(terminal, code)) !== undefined;
  return findSale(api, code).then(
    () => true,
    () => false,
  );
}
