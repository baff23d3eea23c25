import type { Reader } from '../../platform/database/tx.js';
import type { Platform } from '../../platform/platform.js';
import type { Sale } from '../transactions/index.js';
import type { PaperWidth } from './columns.js';
import { asGift } from './gift-receipt.js';
import { logoDots } from './read-logo.js';
import { type Receipt, readReceipt } from './read-receipt.js';
import { readRefundSlip } from './read-refund-slip.js';
import { renderEscpos } from './render-escpos.js';

/** A paper of a sale: its receipt, the gift receipt, or the slip of one refund. */
export type Which = { isGift?: boolean; refundId?: string };

export async function readPaper(
  reader: Reader,
  { config }: Pick<Platform, 'config'>,
  sale: Sale,
  { isGift = false, refundId }: Which,
): Promise<Receipt> {
  if (refundId !== undefined) return readRefundSlip(reader, sale, refundId);
  const receipt = await readReceipt(reader, config, sale);
  return isGift ? asGift(receipt) : receipt;
}

/** Some goods of a sale for a kitchen or stock room, without prices. */
export async function readTicket(
  reader: Reader,
  { config }: Pick<Platform, 'config'>,
  sale: Sale,
  lineIds: ReadonlySet<string>,
  title: string,
): Promise<Receipt> {
  const { logo: _, ...gift } = asGift(await readReceipt(reader, config, sale));
  return {
    ...gift,
    title,
    header: '',
    footer: '',
    storeLines: [],
    lines: gift.lines.filter(({ id }) => id !== undefined && lineIds.has(id)),
  };
}

/** The bytes for a printer. */
export async function printReceipt(
  platform: Platform,
  receipt: Receipt,
  options: { width: PaperWidth; opensDrawer?: boolean },
): Promise<Buffer> {
  const logo = await logoDots(platform, receipt);
  return renderEscpos(receipt, { ...options, ...(logo && { logo }) });
}
