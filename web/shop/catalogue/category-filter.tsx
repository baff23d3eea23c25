import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { SearchTerms } from '../search/terms.js';
import { useT } from '../texts/index.js';
import type { Category } from '../types.js';
import classes from './catalogue-page.module.css';

/** Links, so that every category can be opened, shared and found by search engines. */
export function CategoryFilter(props: {
  categories: readonly Category[];
  terms: SearchTerms;
}): ReactNode {
  const t = useT();
  const hrefOf = (slug: string): string => {
    const wanted = Object.entries({ ...props.terms, category: slug, cursor: '' });
    const given = new URLSearchParams(wanted.filter(([, value]) => value !== ''));
    return given.size === 0 ? '/' : `/?${given}`;
  };
  const link = (slug: string, name: string): ReactNode => (
    <Link
      key={slug}
      href={hrefOf(slug)}
      className={classes.chip}
      aria-current={props.terms.category === slug ? 'page' : undefined}
    >
      {name}
    </Link>
  );
  return (
    <nav aria-label={t('catalogue.categories')} className={classes.chips} data-scrolls>
      {link('', t('catalogue.everything'))}
      {props.categories.map(({ slug, name }) => link(slug, name))}
    </nav>
  );
}
