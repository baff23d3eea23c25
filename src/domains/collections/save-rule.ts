import type { Tx } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { record } from '../../platform/work/events/outbox.js';
import { setAutomatic } from '../catalog/index.js';
import { collectionRuleSaved } from './events.js';
import { deleteRule, putRule, type StoredRule } from './repository.js';
import type { Rule } from './rules.js';

/** Replaces the rule; its event has the products evaluated. */
export async function saveRule(
  tx: Tx,
  collectionId: string,
  rule: Rule,
  now: Date,
): Promise<StoredRule> {
  const saved = { ...rule, collection_id: collectionId, updated_at: now };
  await setAutomatic(tx, collectionId, true);
  await putRule(tx, saved);
  await record(tx, collectionRuleSaved({ id: collectionId }));
  return saved;
}

/** The products stay in the collection, chosen by hand from now on. */
export async function removeRule(tx: Tx, collectionId: string): Promise<void> {
  await setAutomatic(tx, collectionId, false);
  if (!(await deleteRule(tx, collectionId))) throw notFound('Rule');
  await record(tx, collectionRuleSaved({ id: collectionId }));
}
