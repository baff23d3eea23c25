import type { FastifyReply, FastifyRequest } from 'fastify';
import { beforeCommit, type Tx } from '../database/tx.js';
import { currentWatch, readWithin, type TxWatch } from '../database/tx-scope.js';
import { Failure } from '../http/failure.js';
import type { Precondition } from '../http/records/precondition.js';
import type { ReadRecord, RecordRoutes } from '../http/records/record-routes.js';
import { newId } from '../ids.js';
import type { Platform } from '../platform.js';
import { changesOf, type ShowValue } from './changes.js';
import type { AuditedRoute } from './describe-route.js';
import type { Actor, AuditEntry } from './entry.js';
import { originOf } from './origin.js';
import { createdIdIn, idOf, keyOf, nestedIdsIn, storeOf } from './record-fields.js';
import { insertEntry, lockRecord } from './repository.js';

const NOBODY: Actor = { id: null, kind: 'unknown', storeId: null, terminalId: null };

type Body = ReadRecord['body'];

/** One of the records that a call changes together, with the fields that differ. */
export type ChangedRecord = {
  id: string | number;
  /** Undefined for a record that the call creates. */
  before: Body | undefined;
  /** Undefined for a record that it deletes. */
  after: Body | undefined;
  /** Set if the record is not of the route's own type. */
  type?: string;
};

/** How an audited call is carried out. */
export type CallPlan = {
  route: AuditedRoute;
  isLogin: boolean;
  records: RecordRoutes;
  secrets: ReadonlySet<string>;
  show: ShowValue;
  precondition: Precondition | undefined;
};

/**
 * One call that changes something. It reads the record before and after the work, in the same
 * transaction, and writes its entry with the commit: no commit, no entry. A call of several
 * transactions has an entry for the first, and for each further one that changed the record.
 */
export class AuditedCall implements TxWatch {
  #actor: Actor;
  #isOpen = false;
  #isWritten = false;
  #isNamed = false;
  #isUnfinished = false;
  #records: readonly ChangedRecord[] | undefined;
  #changedTag: string | null = null;

  constructor(
    private readonly platform: Platform,
    private readonly request: FastifyRequest,
    actor: Actor | null,
    private readonly plan: CallPlan,
  ) {
    this.#actor = actor ?? NOBODY;
  }

  /** The ETag of the record after the last transaction. */
  get changedTag(): string | null {
    return this.#changedTag;
  }

  note(actor: Partial<Actor>): void {
    this.#actor = { ...this.#actor, ...actor };
  }

  /** A login counts attempts in transactions of their own, so it names the one that opens it. */
  writeIn(tx: Tx): void {
    beforeCommit(tx, () => insertEntry(tx, this.#entryOf(undefined, undefined, undefined)));
    this.#isNamed = true;
  }

  noteUnfinished(): void {
    this.#isUnfinished = true;
  }

  noteRecords(records: readonly ChangedRecord[]): void {
    this.#records = records;
  }

  async around<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
    // The work opens a second transaction, which would wait for the lock of the first.
    if (this.#isOpen || this.plan.isLogin) return work();
    this.#isOpen = true;
    this.#records = undefined;
    try {
      // After the first commit the record differs because of this call.
      const precondition = this.#isWritten ? undefined : this.plan.precondition;
      const before = await this.#readBefore(tx);
      precondition?.check(before);
      const result = await work();
      if (this.#noteEntries(tx)) return result;
      const after = await this.#readAfter(tx, result);
      this.#changedTag = after?.tag ?? null;
      await precondition?.checkCommitted(this.platform.aside);
      const entry = this.#entryOf(before?.body, after?.body, createdIdIn(result));
      if (!this.#isWritten || (before && Object.keys(entry.changes).length > 0)) {
        beforeCommit(tx, () => insertEntry(tx, entry));
      }
      return result;
    } finally {
      this.#isOpen = false;
    }
  }

  committed(): void {
    this.#isWritten = !this.plan.isLogin || this.#isNamed;
  }

  /** Writes the entry of a call that opened no transaction. */
  async succeeded(reply: FastifyReply): Promise<void> {
    const isReplayed = reply.getHeader('idempotent-replayed') !== undefined;
    if (this.#isWritten || isReplayed || reply.statusCode >= 400) return;
    await insertEntry(this.platform.db, this.#entryOf(undefined, undefined, undefined));
  }

  /** Writes the entry of a login, or of a PIN for an approval, that is wrong. */
  async refused(error: unknown): Promise<void> {
    if (!(error instanceof Failure) || error.status !== 401 || this.#isUnfinished) return;
    const entry = this.#entryOf(undefined, undefined, undefined);
    await insertEntry(this.platform.db, { ...entry, action: 'login_failed' });
  }

  /** Writes an entry for each record that the work has named; false if it named none itself. */
  #noteEntries(tx: Tx): boolean {
    for (const { id, before, after, type } of this.#records ?? []) {
      const entry = this.#entryOf(before, after, id, null, type);
      beforeCommit(tx, () => insertEntry(tx, { ...entry, recordId: String(id) }));
    }
    return this.#records !== undefined;
  }

  get #sent(): unknown {
    const { body } = this.request;
    return this.plan.isLogin || !isPlain(body) ? undefined : body;
  }

  get #named(): [name: string, value: unknown][] {
    const params = Object.entries((this.request.params ?? {}) as Record<string, unknown>);
    return params.slice(0, this.plan.route.keys);
  }

  get #keys(): unknown[] {
    return this.#named.map(([, value]) => value);
  }

  #read(tx: Tx, keys: readonly unknown[]): Promise<ReadRecord | undefined> {
    const { route, records } = this.plan;
    if (route.pattern === undefined) return Promise.resolve(undefined);
    const { pattern } = route;
    return readWithin(tx, () => records.read(this.request, pattern, keys));
  }

  async #readBefore(tx: Tx): Promise<ReadRecord | undefined> {
    const keys = this.#keys;
    if (keys.length === 0) return undefined;
    const name = `${this.plan.route.recordType}/${keys.join('/')}`.toLowerCase();
    // One batch; the database runs them in order, so the record is read under the lock.
    const [, record] = await Promise.all([lockRecord(tx, name), this.#read(tx, keys)]);
    return record;
  }

  async #readAfter(tx: Tx, result: unknown): Promise<ReadRecord | undefined> {
    const keys = this.#keys;
    if (keys.length > 0) return this.#read(tx, keys);
    const created = createdIdIn(result);
    for (const id of created === undefined ? nestedIdsIn(result) : [created]) {
      const record = await this.#read(tx, [id]);
      if (record) return record;
    }
    return undefined;
  }

  #entryOf(
    before: Body | undefined,
    after: Body | undefined,
    createdId: string | number | undefined,
    sent: unknown = this.#sent,
    recordType: string = this.plan.route.recordType,
  ): AuditEntry {
    const { request, platform } = this;
    const { route, secrets } = this.plan;
    const at = platform.clock.now();
    const shown = after ?? before;
    const isOfCustomer = this.#actor.kind === 'customer';
    const key = idOf(shown) ?? keyOf(shown, this.#named) ?? createdId ?? null;
    return {
      id: newId(at),
      at,
      actorId: this.#actor.id,
      actorKind: this.#actor.kind,
      action: route.action,
      recordType,
      recordId: key === null ? null : String(key),
      storeId: storeOf(recordType, shown, request.body) ?? this.#actor.storeId,
      terminalId: this.#actor.terminalId,
      ...originOf(request),
      // Where a customer was is personal, and an entry outlives the customer's data.
      ...(isOfCustomer && { address: null, userAgent: null }),
      changes: changesOf({
        show: this.plan.show,
        recordType: shown?.role === 'customer' ? 'customers' : recordType,
        before,
        after,
        sent,
        secrets,
      }),
    };
  }
}

/** A parsed JSON body; files and their parts are not. */
const isPlain = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype;

/** Names the person who tries to log in, for the entry of the current call. */
export function noteActor(actor: Partial<Actor>): void {
  const watch = currentWatch();
  if (watch instanceof AuditedCall) watch.note(actor);
}

/** Writes the entry of a login with the transaction that opens it. */
export function noteLogin(tx: Tx, actor: Partial<Actor>): void {
  const watch = currentWatch();
  if (!(watch instanceof AuditedCall)) return;
  watch.note(actor);
  watch.writeIn(tx);
}

/** The first step of a login succeeded and another follows, so no entry is written yet. */
export function noteUnfinished(): void {
  const watch = currentWatch();
  if (watch instanceof AuditedCall) watch.noteUnfinished();
}

/** A call that changes many records has an entry for each of them; for none if there are none. */
export function noteRecords(records: readonly ChangedRecord[]): void {
  const watch = currentWatch();
  if (watch instanceof AuditedCall) watch.noteRecords(records);
}
