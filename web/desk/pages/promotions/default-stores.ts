import { useDesk } from '../../state/desk.js';

/** Stores preselected for a new promotion: none (all stores), or the user's own stores. */
export function useDefaultStores(): string[] {
  const { me, stores } = useDesk();
  return me.all_stores ? [] : stores.map(({ id }) => id);
}
