import { useQuery } from '@tanstack/react-query';
import type { Tillhouse } from '@tillhouse/client';
import { useApi } from '../../../shared/api/index.js';
import { tagged } from '../../state/record-tags.js';
import type { Theme } from './draft.js';

export const CHAIN = 'chain';

export type FormProps = {
  /** Id of the store, or `chain`. */
  target: string;
  own: Theme;
  chain: Theme;
  onClose: () => void;
};

const read = (api: Tillhouse, store: string): Promise<Theme> =>
  tagged(api.GET('/shop-themes/{store}/', { params: { path: { store } } }));

/** The settings of a store, or of the chain, and those that they fall back to. */
export function useThemes(target: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['shop-themes', target],
    queryFn: async () => {
      const [own, chain] = await Promise.all([read(api, target), read(api, CHAIN)]);
      return { own, chain };
    },
  });
}
