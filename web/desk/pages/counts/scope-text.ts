import { useT } from '../../texts/index.js';
import type { Count } from './calls.js';

/** What a count is about: a category, a zone or the whole store. */
export function useScopeText(): (count: Count) => string {
  const t = useT();
  return count => (count.scope === 'store' ? t('counts.scope.store') : count.scope_name);
}
