import type { ChargeRequest, RefundRequest } from './processor.js';

/**
 * `fail`: refused, nothing booked. `error`: an error of theirs, nothing booked. `hang`: no answer
 * until the time-out, nothing booked. `lose_answer`: booked, but the answer never comes.
 * `duplicate_answer`: the request arrives twice. `slow`: booked and answered after a while.
 */
export type Fault = 'fail' | 'error' | 'hang' | 'lose_answer' | 'duplicate_answer' | 'slow';

export type SandboxFaults = {
  charge?: (request: ChargeRequest) => Fault | undefined;
  refund?: (request: RefundRequest) => Fault | undefined;
  timeoutMs?: number;
  slowMs?: number;
};

let faults: SandboxFaults = {};

/** For tests only: nothing that listens on a port can reach this. Returns a way back. */
export function setSandboxFaults(next: SandboxFaults): () => void {
  const before = faults;
  faults = next;
  return () => {
    faults = before;
  };
}

export const sandboxFaults = (): SandboxFaults => faults;
