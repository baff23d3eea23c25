import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFormat } from '../../shared/i18n/format.js';
import type { SearchTerms } from '../search/terms.js';
import { useT } from '../texts/index.js';
import type { Category, SearchAnswer } from '../types.js';
import classes from './catalogue-page.module.css';

/**
 * Links, so that every category can be opened, shared and found by search engines. Each shows how
 * many products it would leave; those that would leave none are not listed.
 */
export function CategoryFilter(props: {
  categories: readonly Category[];
  /** Undefined until the products are found. */
  facets: SearchAnswer['facets'] | undefined;
  terms: SearchTerms;
}): ReactNode {
  const { facets, terms } = props;
  const t = useT();
  const { number } = useFormat();
  const hrefOf = (slug: string): string => {
    const wanted = Object.entries({ ...terms, category: slug, cursor: '' });
    const given = new URLSearchParams(wanted.filter(([, value]) => value !== ''));
    return given.size === 0 ? '/' : `/?${given}`;
  };
  const link = (slug: string, name: string, count?: number): ReactNode => (
    <Link
      key={slug}
      href={hrefOf(slug)}
      className={classes.chip}
      aria-current={terms.category === slug ? 'page' : undefined}
    >
      {name}
      {count !== undefined && <span className={classes.count}>{number(count)}</span>}
    </Link>
  );
  const counts = new Map(facets?.category.map(({ slug, count }) => [slug, count]));
  const left = ({ slug }: Category): boolean =>
    facets === undefined || counts.has(slug) || slug === terms.category;
  return (
    <nav aria-label={t('catalogue.categories')} className={classes.chips} data-scrolls>
      {link('', t('catalogue.everything'))}
      {props.categories
        .filter(left)
        .map(({ slug, name }) => link(slug, name, facets && (counts.get(slug) ?? 0)))}
    </nav>
  );
}
