import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../texts/index.js';

export type SearchInputProps = { value: string; onType: (text: string) => void };

/** The field of the search; `rest` comes from the suggestions around it. */
export function SearchInput({
  value,
  onType,
  ...rest
}: SearchInputProps & TextInputProps): ReactNode {
  const t = useT();
  return (
    <TextInput
      {...rest}
      type="search"
      name="q"
      aria-label={t('catalogue.search')}
      placeholder={t('catalogue.search')}
      leftSection={<IconSearch size={18} aria-hidden />}
      size="md"
      radius="xl"
      maxLength={200}
      value={value}
      onChange={event => onType(event.currentTarget.value)}
    />
  );
}
