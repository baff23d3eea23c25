import { Chip, ScrollArea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../texts/index.js';
import type { Category } from '../types.js';
import classes from './catalogue-page.module.css';

export function CategoryFilter(props: {
  categories: readonly Category[];
  value: string;
  onChange: (slug: string) => void;
}): ReactNode {
  const t = useT();
  return (
    <ScrollArea type="never" maw="100%" data-scrolls>
      <Chip.Group value={props.value} onChange={value => props.onChange(String(value))}>
        <div role="radiogroup" aria-label={t('catalogue.categories')} className={classes.chips}>
          <Chip value="" variant="filled" classNames={{ label: classes.chip }}>
            {t('catalogue.everything')}
          </Chip>
          {props.categories.map(({ slug, name }) => (
            <Chip key={slug} value={slug} variant="filled" classNames={{ label: classes.chip }}>
              {name}
            </Chip>
          ))}
        </div>
      </Chip.Group>
    </ScrollArea>
  );
}
