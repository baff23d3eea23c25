import type { Reader } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import { idsOf } from './repository.js';
import { type Condition, type Rule, readConditions } from './rules.js';
import type { RuleInput } from './schemas.js';

/** The rule of a request, with ids of the records it names; an unknown one is refused. */
export async function readRule(reader: Reader, body: RuleInput, currency: string): Promise<Rule> {
  const conditions: Condition[] = [];
  for (const [index, condition] of readConditions(body.conditions, currency).entries()) {
    if (!('values' in condition) || condition.kind === 'tag') {
      conditions.push(condition);
      continue;
    }
    const { kind } = condition;
    const ids = await idsOf(reader, kind, condition.values);
    if (ids === undefined) {
      throw invalidField(`conditions.${index}.values`, `There is no such ${kind}.`);
    }
    conditions.push({ kind, values: ids });
  }
  return { match: body.match, conditions };
}
