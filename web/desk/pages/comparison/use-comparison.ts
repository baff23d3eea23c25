import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useSearchParams } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { useDesk } from '../../state/desk.js';
import type { GetResponse } from '../../types.js';
import type { Range } from '../analytics/use-report.js';

export const GROUPINGS = ['store', 'hour', 'category', 'staff'] as const;
export type Grouping = (typeof GROUPINGS)[number];
export const COMPARISONS = ['previous_period', 'previous_year'] as const;

export type Comparison = GetResponse<'/reports/comparison/'>;
export type Group = Comparison['data']['breakdown'][number];

/** The filter of the list of sales that shows the sales of a group. */
const FILTERS: Record<Grouping, string> = {
  store: 'store',
  hour: 'hour',
  category: 'category',
  staff: 'employee',
};

export const groupFilter = (by: Grouping, key: string): Record<string, string> => ({
  [FILTERS[by]]: key,
});

const DEFAULT_DAYS = 30;

/** What the page compares, which is kept in the URL. */
export function useChoice() {
  const [params, setParams] = useSearchParams();
  const [from, to] = [params.get('from'), params.get('to')];
  const range: Range =
    from && to ? { from, to } : { days: Number(params.get('days')) || DEFAULT_DAYS };
  const by = GROUPINGS.find(one => one === params.get('by')) ?? 'store';
  const comparedWith =
    COMPARISONS.find(one => one === params.get('compared_with')) ?? 'previous_period';
  const currency = params.get('currency') ?? undefined;
  const set = (changes: Record<string, string | undefined>): void =>
    setParams(
      before => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  const setRange = (next: Range): void =>
    set(
      'days' in next
        ? { days: String(next.days), from: undefined, to: undefined }
        : { ...next, days: undefined },
    );
  return { range, setRange, by, comparedWith, currency, set };
}

export function useComparison() {
  const api = useApi();
  const { store } = useDesk();
  const { range, by, comparedWith, currency } = useChoice();
  const asked = {
    store: store?.code,
    currency: store === undefined ? currency : undefined,
    ...range,
    by,
    compared_with: comparedWith,
  };
  const query = useQuery({
    queryKey: ['report', '/reports/comparison/', asked],
    // Without a format the answer is JSON; CSV is a text.
    queryFn: async () =>
      (await answer(api.GET('/reports/comparison/', { params: { query: asked } }))) as Comparison,
    placeholderData: keepPreviousData,
  });
  return { query, asked };
}
