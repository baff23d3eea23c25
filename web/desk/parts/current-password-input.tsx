import { PasswordInput } from '@mantine/core';
import type { ChangeEvent, ReactNode } from 'react';
import { useT } from '../texts/index.js';

type Props = {
  value: string;
  error: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  description?: string;
  'data-autofocus'?: boolean;
};

/** The present password, which somebody at an unlocked screen does not know. */
export function CurrentPasswordInput({ description, ...field }: Props): ReactNode {
  const t = useT();
  return (
    <PasswordInput
      label={t('own.current')}
      description={description}
      autoComplete="current-password"
      maxLength={1_024}
      visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
      // Mantine sets aria-invalid on the wrapper, which screen readers ignore.
      aria-invalid={field.error !== undefined}
      {...field}
    />
  );
}
