import { useQuery } from '@tanstack/react-query';
import { all } from '@tillhouse/client';
import { useCallback } from 'react';
import { useApi } from '../../shared/api/index.js';
import { useT } from '../texts/index.js';
import type { TaxClass } from '../types.js';

const FIRST = ['standard', 'reduced', 'zero', 'exempt'];
/** Names that the service gives its built-in classes; a name of the shop's own stays as it is. */
const BUILT_IN = {
  Standard: 'taxes.class.standard',
  Reduced: 'taxes.class.reduced',
  'Zero-rated': 'taxes.class.zero',
  Exempt: 'taxes.class.exempt',
} as const;
const isBuiltInName = (name: string): name is keyof typeof BUILT_IN => name in BUILT_IN;

/** Built-in classes come first, in their usual order. */
const rankOf = ({ code }: TaxClass): number => (FIRST.includes(code) ? FIRST.indexOf(code) : 99);

/** The class with its name in the reader's language. */
export function useNamedClass(): (one: TaxClass) => TaxClass {
  const t = useT();
  return useCallback(
    one =>
      one.is_built_in && isBuiltInName(one.name) ? { ...one, name: t(BUILT_IN[one.name]) } : one,
    [t],
  );
}

export function useTaxClasses() {
  const api = useApi();
  const named = useNamedClass();
  const translated = useCallback((classes: TaxClass[]) => classes.map(named), [named]);
  return useQuery({
    queryKey: ['tax-classes'],
    queryFn: async () => {
      const classes = await all(cursor =>
        api.GET('/tax-classes/', { params: { query: { cursor, limit: 200, etags: true } } }),
      );
      return classes.toSorted(
        (one, other) => rankOf(one) - rankOf(other) || one.name.localeCompare(other.name),
      );
    },
    select: translated,
  });
}
