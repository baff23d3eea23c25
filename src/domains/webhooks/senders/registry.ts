import { type ProcessorType, parseProcessorType } from '../../payments/index.js';
import { bank } from './bank.js';
import { paypal } from './paypal.js';
import { primary } from './primary.js';
import type { Sender } from './sender.js';
import { square } from './square.js';

const senders: Record<ProcessorType, Sender> = { primary, square, paypal, custom_bank: bank };

export const senderOf = (processor: ProcessorType): Sender => senders[processor];

/** By the name in a path, aliases too; undefined for all other words. */
export function senderNamed(name: string): Sender | undefined {
  const processor = parseProcessorType(name);
  return processor && senders[processor];
}
