/** Filters of the list of sales by their name in its URL; an undefined one is left out. */
export type SalesFilter = Record<string, string | undefined>;

/** The days of a report, the currency of its amounts, and its store if it is about one. */
export type ReportScope = {
  from: string;
  to: string;
  currency: string | null;
  store_code?: string | null;
};

/** The sales that a report counts. */
export const countedSales = (scope: ReportScope, more: SalesFilter = {}): SalesFilter => ({
  date_from: scope.from,
  date_to: scope.to,
  counted: 'true',
  currency: scope.currency ?? undefined,
  store: scope.store_code ?? undefined,
  ...more,
});

export const salesPath = (filter: SalesFilter): string => {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return `/transactions?${new URLSearchParams(given as [string, string][])}`;
};
