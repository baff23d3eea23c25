import { type Consumer, defineConsumer } from '../../platform/work/consumers/consumer.js';
import {
  categoryDeleted,
  categorySaved,
  productSaved,
  variantDeleted,
  variantSaved,
} from '../catalog/index.js';
import { supplierDeleted, supplierSaved } from '../suppliers/index.js';
import { evaluateRule } from './evaluate-rule.js';
import { collectionRuleSaved } from './events.js';
import { allRules, productsOfVariants, type StoredRule } from './repository.js';
import { isAbout } from './rules.js';

/** The record of an event, as far as rules depend on it. */
type Change = { event: string; id: string };

/** Whether all products have to be compared with the rule again. */
function isForAll(rule: StoredRule, { event, id }: Change): boolean {
  switch (event) {
    case 'collection.rule_saved':
      return rule.collection_id === id;
    case 'category.saved':
    case 'category.deleted':
      // The category may have moved below one that the rule names.
      return isAbout(rule, ['category']);
    case 'supplier.saved':
    case 'supplier.deleted':
      return isAbout(rule, ['supplier'], id);
    case 'product_variant.deleted':
      // The event does not say which product the variant was of.
      return isAbout(rule, ['price', 'supplier']);
    default:
      return false;
  }
}

const evaluate = defineConsumer({
  name: 'collections:evaluate',
  events: [
    collectionRuleSaved,
    productSaved,
    variantSaved,
    variantDeleted,
    categorySaved,
    categoryDeleted,
    supplierSaved,
    supplierDeleted,
  ],
  priority: 'low',
  handle: async (platform, events) => {
    const rules = await allRules(platform.db);
    if (rules.length === 0) return;
    const changes = events.map(({ event, subjectId }) => ({ event, id: subjectId ?? '' }));
    const idsOf = (name: string): string[] =>
      changes.filter(({ event }) => event === name).map(({ id }) => id);
    const variants = [...new Set(idsOf('product_variant.saved'))];
    const products = new Set(idsOf('product.saved').map(Number));
    for (const id of await productsOfVariants(platform.db, variants)) products.add(id);
    for (const rule of rules) {
      if (changes.some(change => isForAll(rule, change))) {
        await evaluateRule(platform, rule.collection_id);
      } else if (products.size > 0) {
        await evaluateRule(platform, rule.collection_id, [...products]);
      }
    }
  },
});

export const consumers: readonly Consumer[] = [evaluate];
