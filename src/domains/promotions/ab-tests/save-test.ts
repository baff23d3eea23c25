import type { Tx } from '../../../platform/database/tx.js';
import { conflict, notFound } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { record } from '../../../platform/work/events/outbox.js';
import { abTestSaved } from '../events.js';
import { withRefusals } from '../refusals.js';
import { type AbTest, abTestById, insertAbTest, lockAbTest, updateAbTest } from './repository.js';
import { type AbStatus, refuseMove, refuseVariants, type Variant } from './rules.js';
import type { AbTestInput } from './schemas.js';

/** Creates or changes a test. Variants are fixed once the test has run. */
export async function saveAbTest(
  tx: Tx,
  id: string | undefined,
  change: Partial<AbTestInput>,
  now: Date,
): Promise<AbTest> {
  const before = id === undefined ? undefined : await lockAbTest(tx, id);
  if (id !== undefined && before === undefined) throw notFound('A/B test');
  const { status: wanted, variants: named, ...columns } = change;
  const from = before?.status ?? 'draft';
  const to = wanted === from ? undefined : wanted;
  const variants = named && variantsAfter(before, named);
  const refused = (to && refuseMove(from, to)) ?? (variants && refuseVariants(variants));
  if (refused) throw refused;
  const row = {
    ...columns,
    ...(variants && { variants: JSON.stringify(variants) }),
    ...(to && moved(before, to, now)),
  };
  const testId = before?.id ?? newId();
  await withRefusals(() =>
    before
      ? updateAbTest(tx, testId, row)
      : insertAbTest(tx, { variants: '[]', ...row, id: testId, name: change.name ?? '' }),
  );
  const saved = await abTestById(tx, testId);
  if (saved === undefined) throw notFound('A/B test');
  await record(tx, abTestSaved(saved));
  return saved;
}

/** A PUT may repeat the variants as they are. */
function variantsAfter(
  before: AbTest | undefined,
  named: NonNullable<AbTestInput['variants']>,
): Variant[] {
  const variants = named.map(({ name, weight = 1 }) => ({ name, weight }));
  const isOpen = before === undefined || before.status === 'draft';
  if (isOpen || sameVariants(before.variants, variants)) return variants;
  throw conflict('INVALID_STATE', 'A test that has run keeps its variants; make a new test.', {
    status: before.status,
  });
}

const sameVariants = (a: readonly Variant[], b: readonly Variant[]): boolean =>
  a.length === b.length &&
  a.every((variant, index) => {
    const other = b[index];
    return variant.name === other?.name && variant.weight === other.weight;
  });

const moved = (before: AbTest | undefined, to: AbStatus, now: Date) => ({
  status: to,
  ...(to === 'running' && { started_at: before?.started_at ?? now }),
  ...(to === 'completed' && { ended_at: now }),
});
