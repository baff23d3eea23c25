import type { ChargeRequest, RefundRequest } from './processor.js';

/**
 * `fail`: refused, nothing stored. `error`: internal error, nothing stored. `hang`: no answer until
 * the time-out, nothing stored. `lose_answer`: stored, but the answer is lost. `duplicate_answer`:
 * the request arrives twice. `slow`: stored and answered after a delay.
 */
export type Fault = 'fail' | 'error' | 'hang' | 'lose_answer' | 'duplicate_answer' | 'slow';

export type ReaderStep = 'prepare' | 'start' | 'poll' | 'cancel';

export type SandboxFaults = {
  charge?: (request: ChargeRequest) => Fault | undefined;
  refund?: (request: RefundRequest) => Fault | undefined;
  reader?: (step: ReaderStep, amountMinor: number) => Fault | undefined;
  timeoutMs?: number;
  slowMs?: number;
  /** How long the customer takes to present a card. */
  readerMs?: number;
};

let faults: SandboxFaults = {};

/** For tests only; no route reaches it. Returns a function that restores the previous faults. */
export function setSandboxFaults(next: SandboxFaults): () => void {
  const before = faults;
  faults = next;
  return () => {
    faults = before;
  };
}

export const sandboxFaults = (): SandboxFaults => faults;
