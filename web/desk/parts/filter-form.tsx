import { TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type Key, useT } from '../texts/index.js';

/** The filters that have a label. */
type FilterName = Key extends infer One
  ? One extends `sales.filter.${infer Name}`
    ? Name
    : never
  : never;
type Values<Name extends string> = Partial<Record<Name, string>>;

/** The draft of a filter form; `apply` gets the values without spaces around them. */
export function useFilterForm<Name extends FilterName>(
  names: readonly Name[],
  start: Values<Name>,
  apply: (values: Values<Name>) => void,
) {
  const t = useT();
  const labelOf = (name: FilterName): string => t(`sales.filter.${name}`);
  const [values, setValues] = useState(start);
  const set = (name: Name, value: string | undefined): void =>
    setValues(before => ({ ...before, [name]: value }));
  const send = (next: Values<Name>): void =>
    apply(Object.fromEntries(names.map(name => [name, next[name]?.trim()])) as Values<Name>);
  return {
    values,
    set,
    clear: () => send({}),
    submit: (event: FormEvent): void => {
      event.preventDefault();
      send(values);
    },
    field: (name: Name) => ({
      size: 'sm' as const,
      label: labelOf(name),
      value: values[name] ?? '',
      onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
        set(name, value),
    }),
  };
}

type Days = 'date_from' | 'date_to';

/** Two days, of which the first is not after the second. */
export function DayFields(props: {
  values: Values<Days>;
  field: (name: Days) => object;
}): ReactNode {
  const { values, field } = props;
  return (
    <>
      <TextInput type="date" max={values.date_to} {...field('date_from')} />
      <TextInput type="date" min={values.date_from} {...field('date_to')} />
    </>
  );
}
