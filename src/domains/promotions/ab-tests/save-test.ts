import type { Tx } from '../../../platform/database/tx.js';
import { conflict, invalidField, notFound } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { record } from '../../../platform/work/events/outbox.js';
import { campaignById } from '../campaigns/repository.js';
import { abTestSaved } from '../events.js';
import { promotionById } from '../records/repository.js';
import { withRefusals } from '../refusals.js';
import { type Caller, isVisible, requireManagedStores } from '../store-access.js';
import { type AbTest, abTestById, insertAbTest, lockAbTest, updateAbTest } from './repository.js';
import { type AbStatus, refuseMove, refuseVariants, type Variant } from './rules.js';
import type { AbTestInput } from './schemas.js';

/** Creates or changes a test. Variants are fixed once the test has run. */
export async function saveAbTest(
  tx: Tx,
  caller: Caller,
  id: string | undefined,
  change: Partial<AbTestInput>,
  now: Date,
): Promise<AbTest> {
  const before = id === undefined ? undefined : await testForChange(tx, caller, id);
  await requireCampaign(tx, caller, before, change.campaign_id, now);
  const { status: wanted, variants: named, ...columns } = change;
  const from = before?.status ?? 'draft';
  const to = wanted === from ? undefined : wanted;
  const variants = named && variantsAfter(before, named);
  const refused = (to && refuseMove(from, to)) ?? (variants && refuseVariants(variants));
  if (refused) throw refused;
  await requirePromotions(tx, caller, variants ?? []);
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

/** The stores of a test are those of its campaign; without one it runs in the whole chain. */
export async function testForChange(tx: Tx, caller: Caller, id: string): Promise<AbTest> {
  const found = await lockAbTest(tx, id);
  if (found === undefined || !isVisible(caller, found.store_ids)) throw notFound('A/B test');
  requireManagedStores(caller, found.store_ids);
  return found;
}

async function requireCampaign(
  tx: Tx,
  caller: Caller,
  before: AbTest | undefined,
  campaignId: string | null | undefined,
  now: Date,
): Promise<void> {
  if (before !== undefined && campaignId === undefined) return;
  const campaign = campaignId ? await campaignById(tx, campaignId, now) : undefined;
  if (campaignId && !(campaign && isVisible(caller, campaign.store_ids))) {
    throw invalidField('campaign_id', 'There is no such campaign.');
  }
  requireManagedStores(caller, campaign?.store_ids ?? null);
}

async function requirePromotions(
  tx: Tx,
  caller: Caller,
  variants: readonly Variant[],
): Promise<void> {
  for (const [index, { promotion_id: id }] of variants.entries()) {
    if (id === undefined) continue;
    const found = await promotionById(tx, id);
    if (found === undefined || !isVisible(caller, found.store_ids)) {
      throw invalidField(`variants.${index}.promotion_id`, 'There is no such promotion.');
    }
    if (found.requires_code) {
      const message = 'A promotion with a code cannot be tested; choose one without.';
      throw invalidField(`variants.${index}.promotion_id`, message);
    }
  }
}

/** A PUT may repeat the variants as they are. */
function variantsAfter(
  before: AbTest | undefined,
  named: NonNullable<AbTestInput['variants']>,
): Variant[] {
  const variants = named.map(({ name, weight = 1, promotion_id: id }) => ({
    name,
    weight,
    ...(id != null && { promotion_id: id.toLowerCase() }),
  }));
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
    return (
      variant.name === other?.name &&
      variant.weight === other.weight &&
      variant.promotion_id === other.promotion_id
    );
  });

const moved = (before: AbTest | undefined, to: AbStatus, now: Date) => ({
  status: to,
  ...(to === 'running' && { started_at: before?.started_at ?? now }),
  ...(to === 'completed' && { ended_at: now }),
});
