import type { Tx } from '../../../platform/database/tx.js';
import type { ContentDocument, Fields } from '../documents/document.js';

export type SaveWrite = {
  operation: 'save';
  id: string;
  type: string;
  /** Fields to set; null takes a field away. All other fields of the document stay. */
  fields: Fields;
  /**
   * The revision this was judged by: the write fails with `RevisionConflict` when the document is
   * another one by now. Null: there must be no document yet. Undefined: whatever is there.
   */
  ifRev?: string | null;
};
export type DeleteWrite = { operation: 'delete'; id: string; type: string };
export type Write = SaveWrite | DeleteWrite;

export type Written = {
  id: string;
  rev: string;
  /** Null where the store over there is not the one that sends webhooks. */
  updatedAt: Date | null;
};

export const OPERATIONS = ['save', 'delete'] as const;
export type Operation = (typeof OPERATIONS)[number];

export type Revision = { rev: string; recordedAt: string; operation: Operation };

/** Where documents live. Calls end by themselves after some seconds. */
export interface Connector {
  name: 'local' | 'sanity';
  get(id: string, deadline?: AbortSignal): Promise<ContentDocument | undefined>;
  /** Documents of a type with an id above `after`, in the order of ids. */
  list(type: string | undefined, after: string, limit: number): Promise<ContentDocument[]>;
  /** Newest first. */
  revisions(id: string, limit: number): Promise<Revision[]>;
  /** All or nothing; `rev` is the name the new revisions are asked to have. */
  write(rev: string, writes: readonly Write[]): Promise<Written[]>;
  /** Takes note of what webhooks brought, where nobody else keeps it. */
  keep?(
    tx: Tx,
    documents: readonly ContentDocument[],
    operation: Write['operation'],
  ): Promise<void>;
}

/** The document is not the one the write was judged by. */
export class RevisionConflict extends Error {
  override name = 'RevisionConflict';
}

/** The content system refused, or could not be asked. The message is fit for people. */
export class ConnectorError extends Error {
  override name = 'ConnectorError';
}
