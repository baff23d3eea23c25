import type { Tx } from '../../../platform/database/tx.js';
import type { ContentDocument, Fields } from '../documents/document.js';

export type SaveWrite = {
  operation: 'save';
  id: string;
  type: string;
  /** Fields to set; null removes a field. Other fields of the document stay unchanged. */
  fields: Fields;
  /**
   * The expected revision: the write fails with `RevisionConflict` when the document has another
   * one. Null: the document must not exist. Undefined: any revision.
   */
  ifRev?: string | null;
};
export type DeleteWrite = { operation: 'delete'; id: string; type: string };
export type Write = SaveWrite | DeleteWrite;

export type Written = {
  id: string;
  rev: string;
  /** Null for the built-in store, which does not send webhooks. */
  updatedAt: Date | null;
};

export const OPERATIONS = ['save', 'delete'] as const;
export type Operation = (typeof OPERATIONS)[number];

export type Revision = { rev: string; recordedAt: string; operation: Operation };

/** Access to stored documents. Every call has a timeout of some seconds. */
export interface Connector {
  name: 'local' | 'sanity';
  get(id: string, deadline?: AbortSignal): Promise<ContentDocument | undefined>;
  /** Documents of a type with an id above `after`, in the order of ids. */
  list(type: string | undefined, after: string, limit: number): Promise<ContentDocument[]>;
  /** Newest first. */
  revisions(id: string, limit: number): Promise<Revision[]>;
  /** All or nothing; `rev` is the requested id of the new revisions. */
  write(rev: string, writes: readonly Write[]): Promise<Written[]>;
  /** Stores documents received by webhook. Only the built-in store has it. */
  storeReceived?(
    tx: Tx,
    documents: readonly ContentDocument[],
    operation: Write['operation'],
  ): Promise<void>;
}

/** The document no longer has the expected revision. */
export class RevisionConflict extends Error {
  override name = 'RevisionConflict';
}

/** The content system refused the request or was unreachable. The message may be shown to staff. */
export class ConnectorError extends Error {
  override name = 'ConnectorError';
}
