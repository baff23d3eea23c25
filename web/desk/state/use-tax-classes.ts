import { useQuery } from '@tanstack/react-query';
import { all } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';
import type { TaxClass } from '../types.js';

const FIRST = ['standard', 'reduced', 'zero', 'exempt'];

/** Built-in classes come first, in their usual order. */
const rankOf = ({ code }: TaxClass): number => (FIRST.includes(code) ? FIRST.indexOf(code) : 99);

export function useTaxClasses() {
  const api = useApi();
  return useQuery({
    queryKey: ['tax-classes'],
    queryFn: async () => {
      const classes = await all(cursor =>
        api.GET('/tax-classes/', { params: { query: { cursor, limit: 200 } } }),
      );
      return classes.toSorted(
        (one, other) => rankOf(one) - rankOf(other) || one.name.localeCompare(other.name),
      );
    },
  });
}
