import type { ReactNode } from 'react';
import { useDesk } from '../state/desk.js';
import { StoreSelect } from './store-select.js';

/** The store of a new record; shown only when no store is selected. */
export function StoreField(props: {
  value: string | undefined;
  onChange: (code: string) => void;
}): ReactNode {
  const { store } = useDesk();
  if (store !== undefined) return null;
  return (
    <StoreSelect
      required
      withAsterisk={false}
      value={props.value ?? null}
      onPick={code => code !== null && props.onChange(code)}
    />
  );
}
