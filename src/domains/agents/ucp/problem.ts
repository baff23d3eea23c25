import type { UcpVersion } from './schemas.js';

/** A request refused with an error of the protocol, before any operation runs. */
export class UcpProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** What the program can do is not enough for the operation; an outcome, not an error. */
export class Incompatible extends Error {
  constructor(
    readonly capability: string,
    readonly version: UcpVersion,
  ) {
    super(capability);
  }
}
