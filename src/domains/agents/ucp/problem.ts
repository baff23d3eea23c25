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

/** The program lacks a capability that the operation needs; an outcome, not an error. */
export class Incompatible extends Error {
  constructor(
    readonly capability: string,
    readonly version: UcpVersion,
  ) {
    super(capability);
  }
}
