import { type Db, inSnapshot } from '../../platform/database/tx.js';
import type { Finding, Invariant } from '../../platform/invariants.js';
import { eventInvariants } from '../../platform/work/events/invariants.js';
import { countInvariants } from '../counts/index.js';
import { stockInvariants } from '../inventory/index.js';
import { layawayInvariants } from '../layaways/index.js';
import { loyaltyInvariants } from '../loyalty/index.js';
import { creditInvariants, paymentInvariants } from '../payments/index.js';
import { journalInvariants } from '../pos/index.js';
import { promotionInvariants } from '../promotions/index.js';
import { quoteInvariants } from '../quotes/index.js';
import { proofInvariants } from '../reconciliation/index.js';
import { returnInvariants } from '../returns/index.js';
import { drawerInvariants } from '../shifts/index.js';
import { valueInvariants } from '../stored-value/index.js';
import { checkoutInvariants } from '../storefront/index.js';
import { saleInvariants } from '../transactions/index.js';
import { transferInvariants } from '../transfers/index.js';
import { referenceInvariants } from './references-repository.js';

const INVARIANTS: readonly Invariant[] = [
  ...saleInvariants,
  ...layawayInvariants,
  ...checkoutInvariants,
  ...paymentInvariants,
  ...proofInvariants,
  ...valueInvariants,
  ...quoteInvariants,
  ...creditInvariants,
  ...drawerInvariants,
  ...journalInvariants,
  ...returnInvariants,
  ...stockInvariants,
  ...transferInvariants,
  ...countInvariants,
  ...promotionInvariants,
  ...loyaltyInvariants,
  ...eventInvariants,
  ...referenceInvariants,
];

export type CheckResult = Pick<Invariant, 'name' | 'description'> & Finding;

/** Reported for a check without any records. */
const NO_RECORDS: Finding = { store_id: null, checked: 0, offending: 0, ids: [] };

/** Runs all checks in one read-only snapshot, without locks. */
export const checkInvariants = (db: Db): Promise<CheckResult[]> =>
  inSnapshot(db, async reader => {
    const results: CheckResult[] = [];
    for (const { name, description, check } of INVARIANTS) {
      const findings = await check(reader);
      const shown = findings.length > 0 ? findings : [NO_RECORDS];
      results.push(...shown.map(finding => ({ name, description, ...finding })));
    }
    return results;
  });
