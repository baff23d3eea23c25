import type { FastifyRequest } from 'fastify';
import { atomically, type Db } from '../../database/tx.js';
import { readWithin, unwatched } from '../../database/tx-scope.js';
import { Failure, invalidField, notFound } from '../failure.js';
import { requestKey, takesKeys } from '../idempotency.js';
import { readIfMatch, satisfies } from './etag.js';
import type { ReadRecord, RecordRoutes } from './record-routes.js';

/** The record differs. The answer shows it, which a separate read provides. */
class Differs extends Error {}

/** `If-Match` of a request that changes one record. */
export class Precondition {
  private constructor(
    private readonly ifMatch: string,
    private readonly readCommitted: () => Promise<ReadRecord | undefined>,
    /** Undefined: the caller may change the record and not read it. */
    private readonly readShown: (() => Promise<ReadRecord | undefined>) | undefined,
  ) {}

  static of(
    request: FastifyRequest,
    records: RecordRoutes,
    pattern: string,
  ): Precondition | undefined {
    const ifMatch = readIfMatch(request.headers['if-match']);
    if (ifMatch === undefined) return undefined;
    if (!records.has(pattern)) throw invalidField('If-Match', 'This record has no ETag.');
    const values = Object.values(request.params as Record<string, unknown>);
    const read = () => records.read(request, pattern, values);
    const show = () => records.read(request, pattern, values, true);
    return new Precondition(ifMatch, read, records.mayRead(request, pattern) ? show : undefined);
  }

  /** A record that is gone, or that the caller may not see, is refused by the write itself. */
  check(record: ReadRecord | undefined): void {
    if (record && !satisfies(this.ifMatch, record.tag)) throw new Differs();
  }

  /**
   * The error for the caller. A 412 shows the record as it is after the rollback, read like any
   * GET: showing a customer this way is recorded, too.
   */
  async answerTo(error: unknown): Promise<unknown> {
    if (!(error instanceof Differs)) return error;
    const message = 'The record has changed since it was read.';
    if (this.readShown === undefined) return new Failure('changed', 'CHANGED', message);
    const current = await this.readShown();
    if (current === undefined) return notFound('Record');
    return new Failure('changed', 'CHANGED', message, { current: current.body });
  }

  /**
   * Compares before the work, which may call a payment processor before its first transaction. A
   * repeated request gets the stored answer, although its first run has changed the record.
   */
  async checkBefore(request: FastifyRequest): Promise<void> {
    const check = async (): Promise<void> => this.check(await unwatched(this.readCommitted));
    if (takesKeys(request) && requestKey(request) !== undefined) request.beforeWork = check;
    else await check();
  }

  /**
   * Compares what other connections see once the transaction holds the locks of its writes: a
   * change that was committed between the first comparison and those locks is found here. Others
   * may hold every connection of the main pool and wait for this transaction.
   */
  async checkCommitted(aside: Db): Promise<void> {
    const read = (): Promise<ReadRecord | undefined> =>
      atomically(aside, tx => readWithin(tx, this.readCommitted));
    this.check(await unwatched(read));
  }
}
