/** Another page than the list of sales that a figure leads to, for those who may see it. */
export type PageLink = {
  href: string;
  permission: 'return.decide' | 'stock.read';
  /** For screen readers, with the value and the name of its figure or row. */
  label: 'reports.returnsOf' | 'reports.stockOf';
};
