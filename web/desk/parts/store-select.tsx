import {
  type ComboboxParsedItem,
  MultiSelect,
  type MultiSelectProps,
  type OptionsFilter,
  Pill,
  Select,
  type SelectProps,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { useDesk } from '../state/desk.js';
import { useT } from '../texts/index.js';
import type { Store } from '../types.js';

type Listed = Pick<Store, 'id' | 'code' | 'name' | 'city'>;
type Choice = { value: string; label: string };

/** A store is found by its name, code or town. */
const filterOf =
  (stores: readonly Listed[], by: 'code' | 'id'): OptionsFilter =>
  ({ options, search }) => {
    const words = search.trim().toLowerCase().split(/\s+/);
    const textOf = new Map(
      stores.map(one => [one[by], `${one.name} ${one.code} ${one.city}`.toLowerCase()]),
    );
    const matches = ({ value, label }: { value: string; label: string }): boolean => {
      const text = textOf.get(value) ?? label.toLowerCase();
      return words.every(word => text.includes(word));
    };
    return options.flatMap((option): ComboboxParsedItem[] => {
      if (!('group' in option)) return matches(option) ? [option] : [];
      const items = option.items.filter(matches);
      return items.length === 0 ? [] : [{ ...option, items }];
    });
  };

type Props = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'filter'> & {
  value: string | null;
  onPick: (value: string | null) => void;
  by?: 'code' | 'id';
  /** Default: the stores of the desk. */
  stores?: readonly Listed[];
  /** Choices before the stores. */
  first?: Choice[];
  /** Stores that are offered before the others, under a heading. */
  recent?: readonly string[];
};

/** One store out of many. */
export function StoreSelect(props: Props): ReactNode {
  const { value, onPick, by = 'code', first = [], recent = [], stores: given, ...field } = props;
  const t = useT();
  const desk = useDesk();
  const stores = given ?? desk.stores;
  const choices = stores.map(one => ({ value: one[by], label: one.name }));
  const lately = recent.flatMap(value => choices.filter(choice => choice.value === value));
  const grouped = [
    { group: t('store.recent'), items: lately },
    { group: t('store.others'), items: choices.filter(choice => !lately.includes(choice)) },
  ];
  return (
    <Select
      label={t('store.one')}
      searchable
      nothingFoundMessage={t('list.none')}
      data={[...first, ...(lately.length === 0 ? choices : grouped)]}
      filter={filterOf(stores, by)}
      value={value}
      onChange={onPick}
      allowDeselect={false}
      {...field}
    />
  );
}

/** Chooses every store at once; no id of a store looks like it. */
const ALL = 'all';
/** More pills would fill the form. */
const MOST_PILLS = 6;

type ManyProps = Omit<MultiSelectProps, 'data' | 'value' | 'onChange' | 'filter'> & {
  value: string[];
  onChange: (ids: string[]) => void;
  stores?: readonly Listed[];
};

/** Several stores by their ids, or all of them with one choice. */
export function StoresSelect(props: ManyProps): ReactNode {
  const { value, onChange, stores: given, ...field } = props;
  const t = useT();
  const desk = useDesk();
  const stores = given ?? desk.stores;
  const areAll = stores.length > 1 && stores.every(({ id }) => value.includes(id));
  const all = stores.length > 1 && !areAll ? [{ value: ALL, label: t('store.all') }] : [];
  // A record may name stores that are closed by now.
  const closed = value.filter(id => stores.every(one => one.id !== id));
  return (
    <MultiSelect
      label={t('users.stores')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('list.clear') }}
      nothingFoundMessage={t('list.none')}
      data={[
        ...all,
        ...stores.map(({ id, name }) => ({ value: id, label: name })),
        ...closed.map(id => ({ value: id, label: t('store.closed') })),
      ]}
      filter={filterOf(stores, 'id')}
      value={value}
      onChange={ids =>
        onChange(ids.includes(ALL) ? [...stores.map(({ id }) => id), ...closed] : ids)
      }
      renderPill={({ option, value: id, onRemove, disabled }) => {
        const at = value.indexOf(String(id));
        if (at > MOST_PILLS) return null;
        const isRest = at === MOST_PILLS;
        return (
          <Pill withRemoveButton={!(disabled === true || isRest)} onRemove={onRemove}>
            {isRest ? t('store.more', { count: value.length - MOST_PILLS }) : option?.label}
          </Pill>
        );
      }}
      {...field}
    />
  );
}
