import { useMantineStyleNonce } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTheme } from './use-theme.js';

/** Colours and font of the shop, over those of the component library. */
export function ThemeStyle(): ReactNode {
  const nonce = useMantineStyleNonce()?.();
  const css = useTheme()?.css;
  return css ? <style nonce={nonce}>{css}</style> : null;
}
