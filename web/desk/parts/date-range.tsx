import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../texts/index.js';

export type Dates = { from: string; to: string };

/** Two dates; an emptied field keeps the date it had. */
export function DateRange(props: {
  range: Dates;
  /** The last date that can be chosen. */
  max?: string;
  onChange: (range: Dates) => void;
}): ReactNode {
  const t = useT();
  const { range, max, onChange } = props;
  const field = (name: keyof Dates) => ({
    type: 'date',
    size: 'sm',
    'aria-label': t(`reports.${name}`),
    value: range[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      value !== '' && onChange({ ...range, [name]: value }),
  });
  return (
    <>
      <TextInput {...field('from')} max={range.to} />
      <TextInput {...field('to')} min={range.from} max={max} />
    </>
  );
}
