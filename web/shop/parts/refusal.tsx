import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useShopError } from './shop-error.js';

/** Why something failed, in the words of the shop; nothing without an error. */
export function Refusal({ error }: { error: unknown }): ReactNode {
  const errorText = useShopError();
  if (error === null || error === undefined) return null;
  return (
    <Alert color="red" variant="light" role="alert">
      {errorText(error)}
    </Alert>
  );
}
