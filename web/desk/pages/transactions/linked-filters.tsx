import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { FilterPill } from '../../parts/filter-pill.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import { LINKED, PARTS, useFilters } from './use-filters.js';

/** Ids say nothing to a reader. */
const IDS: readonly string[] = [
  'category',
  'product',
  'promotion',
  'campaign',
  'discount_approval',
];

/** What a link has limited the list to, each with a button that removes it. */
export function LinkedFilters(): ReactNode {
  const t = useT();
  const { stores } = useDesk();
  const { more, set } = useFilters();
  const given = LINKED.filter(name => more[name] !== undefined);
  if (given.length === 0) return null;
  const shownValue = (name: (typeof LINKED)[number]): string => {
    const value = more[name] ?? '';
    if (name === 'store') return stores.find(one => one.code === value)?.name ?? value;
    const part = PARTS.find(one => name === 'part' && one === value);
    if (part !== undefined) return t(`sales.part.${part}`);
    if (value === 'none') return t('sales.filter.none');
    return value === '*' ? t('sales.filter.anyCode') : value;
  };
  return (
    <Group gap="xs">
      {given.map(name => (
        <FilterPill
          key={name}
          name={t(`sales.filter.${name}`)}
          onRemove={() => set({ [name]: null })}
        >
          {IDS.includes(name)
            ? t(`sales.filter.${name}`)
            : `${t(`sales.filter.${name}`)}: ${shownValue(name)}`}
        </FilterPill>
      ))}
    </Group>
  );
}
