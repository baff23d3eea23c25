import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '../texts/index.js';

/** `alias` is another value that means the same choice, such as an employee number. */
export type Choice = { value: string; label: string; alias?: string };

type Props = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  queryKey: QueryKey;
  search: (text: string) => Promise<Choice[]>;
  /** Choices that are always offered. */
  fixed?: Choice[];
  /** Also searches without a text, to offer the first choices. */
  offersFirst?: boolean;
  value: string | undefined;
  /** Shown for a value whose name is not known. */
  unknown: string;
  onPick: (value: string | undefined) => void;
};

const TYPING_MS = 200;

/** One of many records, which the service searches while the user types. */
export function SearchSelect(props: Props): ReactNode {
  const { queryKey, search, fixed = [], offersFirst = false, value, ...rest } = props;
  const { unknown, onPick, ...field } = rest;
  const t = useT();
  const [typed, setTyped] = useState('');
  const [wanted] = useDebouncedValue(typed.trim(), TYPING_MS);
  const isWanted = offersFirst || wanted !== '';
  const query = useQuery({
    queryKey: [...queryKey, wanted],
    queryFn: () => search(wanted),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  const offered = [...fixed, ...((isWanted && query.data) || [])];
  const chosen = useChosen(queryKey, offered, value, unknown);
  const isOffered = chosen === undefined || offered.some(one => one.value === chosen.value);
  return (
    <Select
      {...field}
      searchable
      onInput={event => setTyped(event.currentTarget.value)}
      onDropdownClose={() => setTyped('')}
      // The service tolerates typing errors, which a filter of labels would not.
      filter={({ options }) => options}
      nothingFoundMessage={wanted === '' ? undefined : t('select.none')}
      data={isOffered ? offered : [chosen, ...offered]}
      value={chosen?.value ?? null}
      onChange={picked => onPick(picked ?? undefined)}
      clearable
      clearButtonProps={{ 'aria-label': t('list.clear') }}
    />
  );
}

/** The choice of the value. Its label is kept: a new label would replace what is being typed. */
function useChosen(
  queryKey: QueryKey,
  offered: readonly Choice[],
  value: string | undefined,
  unknown: string,
): Choice | undefined {
  const queries = useQueryClient();
  const kept = [...queryKey, 'chosen', value];
  const match = offered.find(one => one.value === value || one.alias === value);
  useEffect(() => {
    if (value !== undefined && match !== undefined) queries.setQueryData(kept, match);
  });
  if (value === undefined) return undefined;
  return queries.getQueryData<Choice>(kept) ?? match ?? { value, label: unknown };
}
