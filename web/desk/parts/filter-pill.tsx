import { Pill } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../texts/index.js';

/** A filter that a link has set, with a button that removes it. */
export function FilterPill(props: {
  /** Names the filter for the button. */
  name: string;
  onRemove: () => void;
  children: ReactNode;
}): ReactNode {
  const t = useT();
  return (
    <Pill
      size="md"
      withRemoveButton
      removeButtonProps={{
        'aria-label': `${t('list.clear')}: ${props.name}`,
        'aria-hidden': false,
        tabIndex: 0,
      }}
      onRemove={props.onRemove}
    >
      {props.children}
    </Pill>
  );
}
