import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { conflict, invalidField, notFound } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import { newId } from '../../../platform/ids.js';
import { record } from '../../../platform/work/events/outbox.js';
import { jurisdictionSaved } from '../events.js';
import { jurisdictionById } from './jurisdiction-repository.js';
import {
  insertTaxRate,
  jurisdictionIdOf,
  type TaxRate,
  taxRateById,
  updateTaxRate,
} from './rate-repository.js';
import type { TaxRateBody } from './schemas.js';

type Change = Partial<Static<typeof TaxRateBody>>;

const DECIMALS = /^\d(\.\d{1,6})?$/;

/** Creates or changes the rate of a tax class. Existing sales keep their rates. */
export async function saveTaxRate(
  tx: Tx,
  id: string | undefined,
  change: Change,
): Promise<TaxRate> {
  const rateId = id ?? newId();
  const columns = await columnsOf(tx, change);
  try {
    if (id === undefined) {
      const { jurisdiction_id = '', tax_class = '', rate = '0' } = columns;
      await insertTaxRate(tx, { ...columns, id: rateId, jurisdiction_id, tax_class, rate });
    } else await updateTaxRate(tx, id, columns);
  } catch (error) {
    throw refusal(error);
  }
  const saved = await taxRateById(tx, rateId);
  if (saved === undefined) throw notFound('Tax rate');
  await jurisdictionChanged(tx, saved);
  return saved;
}

/** The content system mirrors the rates as part of their jurisdiction. */
export async function jurisdictionChanged(tx: Tx, rate: TaxRate): Promise<void> {
  const jurisdiction = await jurisdictionById(tx, rate.jurisdiction_id);
  if (jurisdiction !== undefined) await record(tx, jurisdictionSaved(jurisdiction));
}

async function columnsOf(tx: Tx, { jurisdiction, rate, ...rest }: Change) {
  const jurisdictionId = jurisdiction && (await jurisdictionIdOf(tx, jurisdiction));
  if (jurisdiction !== undefined && jurisdictionId === undefined) {
    throw invalidField('jurisdiction', 'There is no such tax jurisdiction.');
  }
  if (rate !== undefined && !DECIMALS.test(String(rate))) {
    throw invalidField('rate', 'Must be a fraction with at most six decimals, such as 0.19.');
  }
  return {
    ...rest,
    ...(jurisdictionId !== undefined && { jurisdiction_id: jurisdictionId }),
    ...(rate !== undefined && { rate: String(rate) }),
  };
}

function refusal(error: unknown): unknown {
  switch (brokenConstraint(error)) {
    case 'tax_rates_one_per_day':
      return conflict(
        'TAX_RATES_OVERLAP',
        'Another rate of this jurisdiction and class is valid on some of these days; end it first.',
        { field: 'valid_from' },
      );
    case 'tax_rates_dates':
      return invalidField('valid_to', 'Must not be before valid_from.');
    case 'tax_rates_tax_class_fkey':
      return invalidField('tax_class', 'There is no such tax class.');
    default:
      return error;
  }
}
