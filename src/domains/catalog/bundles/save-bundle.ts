import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import {
  conflict,
  Failure,
  type FieldErrors,
  invalidField,
  notFound,
  refuseFields,
} from '../../../platform/http/failure.js';
import { isMeasured, stepsOf, stepsPerUnit } from '../../../platform/quantity.js';
import { record } from '../../../platform/work/events/outbox.js';
import { variantSaved } from '../events.js';
import { type VariantWithProduct, variantByRef } from '../variants/repository.js';
import { presentBundle, tagOfParts } from './present.js';
import { type Candidate, lockCandidates, partsOf, writeParts } from './repository.js';
import { type BundleRequest, MOST_OF_PART } from './schemas.js';

/** Makes a variant a bundle of others, changes its parts, or makes it an ordinary article again. */
export async function saveBundle(
  tx: Tx,
  ref: string,
  { parts, if_match: seen }: BundleRequest,
  currency: string,
): Promise<VariantWithProduct> {
  const bundle = await variantByRef(tx, ref);
  if (bundle === undefined) throw notFound('Product variant');
  const found = await Promise.all(parts.map(part => variantByRef(tx, part.variant)));
  const ids = found.map(variant => variant?.id ?? '');
  const known = await lockCandidates(
    tx,
    bundle.id,
    ids.filter(id => id !== ''),
  );
  if (seen !== undefined) await refuseStale(tx, bundle, seen, currency);
  const byId = new Map(known.map(candidate => [candidate.id, candidate]));
  if (parts.length > 0) refuseBundle(byId.get(bundle.id));
  const quantities = quantitiesOf(parts, ids, byId, bundle.id);
  try {
    await writeParts(
      tx,
      bundle.id,
      ids.map((id, index) => ({ id, quantity: quantities[index] ?? 0 })),
    );
  } catch (error) {
    throw refusalOfStock(error);
  }
  await record(tx, variantSaved(bundle));
  return bundle;
}

/** Compared while the bundle is locked, so that of two people who save at once one is refused. */
async function refuseStale(
  tx: Tx,
  bundle: VariantWithProduct,
  seen: string,
  currency: string,
): Promise<void> {
  const parts = await partsOf(tx, bundle.id);
  if (tagOfParts(parts) === seen) return;
  throw new Failure('changed', 'CHANGED', 'The parts have changed since they were read.', {
    current: presentBundle(bundle, parts, currency),
  });
}

function refusalOfStock(error: unknown): unknown {
  switch (brokenConstraint(error)) {
    case 'bundle_without_stock':
      return conflict(
        'HAS_STOCK',
        'This article has stock of its own. Set its stock to 0 first; a bundle has the stock of its parts.',
      );
    case 'bundle_not_on_order':
      return conflict(
        'ON_ORDER',
        'This article is on an open purchase order or transfer. Receive or cancel that first; a bundle has the stock of its parts.',
      );
    case 'bundle_not_counted':
      return conflict(
        'COUNT_OPEN',
        'This article is in an open stock count. Approve or cancel that first; a bundle has the stock of its parts.',
      );
    default:
      return error;
  }
}

function refuseBundle(bundle: Candidate | undefined): void {
  if (bundle === undefined) throw notFound('Product variant');
  const because = (message: string): Failure => invalidField('parts', message, 'NOT_A_BUNDLE');
  if (bundle.is_part) throw because('This article is part of a bundle itself.');
  if (bundle.is_digital) throw because('A digital product cannot be a bundle.');
  if (isMeasured(bundle.unit)) throw because('A bundle is sold by the piece.');
}

/** In steps of the units. Reports every part that cannot be in the bundle. */
function quantitiesOf(
  parts: BundleRequest['parts'],
  ids: readonly string[],
  known: ReadonlyMap<string, Candidate>,
  bundleId: string,
): number[] {
  const fields: FieldErrors = {};
  const quantities = parts.map(({ quantity }, index) => {
    const at = `parts.${index}`;
    const id = ids[index] ?? '';
    const part = known.get(id);
    const refusal = refusalOf(part, bundleId, ids.indexOf(id) < index);
    if (refusal !== undefined) fields[`${at}.variant`] = [refusal];
    const unit = part?.unit ?? 'piece';
    const steps = stepsOf(quantity, unit);
    if (steps === undefined || steps < 1 || steps > MOST_OF_PART * stepsPerUnit(unit)) {
      fields[`${at}.quantity`] = [
        isMeasured(unit)
          ? `Must be between 0.001 and ${MOST_OF_PART}, with at most three decimals.`
          : `Must be a whole number from 1 to ${MOST_OF_PART}.`,
      ];
    }
    return steps ?? 0;
  });
  refuseFields(fields);
  return quantities;
}

function refusalOf(
  part: Candidate | undefined,
  bundleId: string,
  isRepeated: boolean,
): string | undefined {
  if (part === undefined) return 'There is no such product variant.';
  if (part.id === bundleId) return 'A bundle cannot contain itself.';
  if (part.is_bundle) return 'This is a bundle itself; choose its parts instead.';
  if (part.is_digital) return 'Digital goods and gift cards cannot be part of a bundle.';
  return isRepeated ? 'This article is in the bundle already.' : undefined;
}
