import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDesk } from '../state/desk.js';
import { useT } from '../texts/index.js';

/** The store of a new record; shown only when no store is selected. */
export function StoreField(props: {
  value: string | undefined;
  onChange: (code: string) => void;
}): ReactNode {
  const t = useT();
  const { store, stores } = useDesk();
  if (store !== undefined) return null;
  return (
    <Select
      label={t('store.one')}
      required
      withAsterisk={false}
      data={stores.map(({ code, name }) => ({ value: code, label: name }))}
      value={props.value ?? null}
      onChange={value => value !== null && props.onChange(value)}
      allowDeselect={false}
    />
  );
}
