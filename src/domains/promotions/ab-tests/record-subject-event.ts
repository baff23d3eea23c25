import type { Tx } from '../../../platform/database/tx.js';
import { conflict, invalidField, notFound } from '../../../platform/http/failure.js';
import { abTestById, insertConversion, insertImpression } from './repository.js';
import type { RecordInput } from './schemas.js';

const WRITERS = { impression: insertImpression, conversion: insertConversion };
export type SubjectEventKind = keyof typeof WRITERS;

/** Records the impression or the conversion of a subject. Each counts once. */
export async function recordSubjectEvent(
  tx: Tx,
  kind: SubjectEventKind,
  testId: string,
  { variant, subject_key: subjectKey }: RecordInput,
  now: Date,
): Promise<{ test_id: string; variant: string; recorded: boolean }> {
  const test = await abTestById(tx, testId);
  if (test === undefined) throw notFound('A/B test');
  if (!test.variants.some(({ name }) => name === variant)) {
    throw invalidField('variant', 'The test has no such variant.');
  }
  if (test.status !== 'running') {
    throw conflict('INVALID_STATE', 'This test is not running.', { status: test.status });
  }
  const recorded = await WRITERS[kind](tx, { testId: test.id, subjectKey, variant, at: now });
  return { test_id: test.id, variant, recorded };
}
