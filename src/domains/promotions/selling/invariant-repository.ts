import { checkRows, type Invariant } from '../../../platform/invariants.js';

export const promotionInvariants: readonly Invariant[] = [
  {
    name: 'promotions:code-uses',
    description: 'The use count of a code equals its unreleased uses and is within its limit.',
    check: checkRows(
      `select null::uuid, k.code,
         k.used_count = count(u.code_id) and k.used_count <= coalesce(k.usage_limit, k.used_count)
       from promo_codes k
       left join promo_code_usages u on u.code_id = k.id and u.released_at is null
       group by k.id`,
    ),
  },
  {
    name: 'promotions:budgets',
    description:
      'The spent amount of a campaign equals its unreleased spends in the currency of its budget, and is within it.',
    check: checkRows(
      `select null::uuid, c.id,
         c.spent = coalesce(sum(s.amount), 0) and c.spent <= coalesce(c.budget, c.spent)
       from campaigns c
       left join campaign_spends s
         on s.campaign_id = c.id and s.currency = c.currency and s.released_at is null
       group by c.id`,
    ),
  },
];
