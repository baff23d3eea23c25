import { useDesk } from '../../state/desk.js';

/** Where a new offer holds at first: everywhere, unless its maker manages some stores only. */
export function useOwnStores(): string[] {
  const { me, stores } = useDesk();
  return me.all_stores ? [] : stores.map(({ id }) => id);
}
