import { type Db, inSnapshot } from '../../platform/database/tx.js';
import type { Finding, Invariant } from '../../platform/invariants.js';
import { eventInvariants } from '../../platform/work/events/invariants.js';
import { stockInvariants } from '../inventory/index.js';
import { loyaltyInvariants } from '../loyalty/index.js';
import { creditInvariants, paymentInvariants } from '../payments/index.js';
import { promotionInvariants } from '../promotions/index.js';
import { drawerInvariants } from '../shifts/index.js';
import { saleInvariants } from '../transactions/index.js';

const INVARIANTS: readonly Invariant[] = [
  ...saleInvariants,
  ...paymentInvariants,
  ...creditInvariants,
  ...drawerInvariants,
  ...stockInvariants,
  ...promotionInvariants,
  ...loyaltyInvariants,
  ...eventInvariants,
];

export type CheckResult = Pick<Invariant, 'name' | 'description'> & Finding;

/** Whatever has no records yet was looked at too. */
const NOTHING: Finding = { store_id: null, checked: 0, offending: 0, ids: [] };

/** Looks at all books at the same moment; nobody waits for it, and it changes nothing. */
export const checkInvariants = (db: Db): Promise<CheckResult[]> =>
  inSnapshot(db, async reader => {
    const results: CheckResult[] = [];
    for (const { name, description, check } of INVARIANTS) {
      const findings = await check(reader);
      const shown = findings.length > 0 ? findings : [NOTHING];
      results.push(...shown.map(finding => ({ name, description, ...finding })));
    }
    return results;
  });
