import { EventEmitter } from 'node:events';
import { type Autocommit, onCommit, type Tx } from '../../database/tx.js';

/** Hints stay within the process. Other nodes, and this one after a crash, find the work by polling. */
const hints = new EventEmitter();
hints.setMaxListeners(0);

/** Wakes the runners of a queue in this process: now, or after the commit of the transaction. */
export function hintQueue(writer: Autocommit, queue: { name: string }): void {
  if (writer.isTransaction) onCommit(writer as Tx, () => hints.emit(queue.name));
  else hints.emit(queue.name);
}

/** Returns the unsubscribe function. */
export function onHint(queueName: string, listener: () => void): () => void {
  hints.on(queueName, listener);
  return () => hints.off(queueName, listener);
}
