import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';

/**
 * A list in a form for browsers without scripts. `value` marks the chosen option when the service
 * draws the page; `defaultValue` reaches only options that are direct children, which these are not.
 */
export function PlainSelect(props: {
  label: string;
  name: string;
  chosen: string;
  data: { value: string; label: string }[];
}): ReactNode {
  const { chosen, ...others } = props;
  return <NativeSelect {...others} value={chosen} onChange={() => undefined} />;
}
