import { Button, Stack } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../texts/index.js';
import css from '../till.module.css';

const COLUMNS = 42;

export const RULE = '-'.repeat(COLUMNS);

/** One line of text: label on the left, value on the right. */
export const row = (left: string, right: string): string =>
  left.slice(0, COLUMNS - right.length - 1).padEnd(COLUMNS - right.length) + right;

/** A receipt preview with a print button; `children` are printed below the text. */
export function Paper({ text, children }: { text: string; children?: ReactNode }): ReactNode {
  const t = useT();
  return (
    <Stack>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long receipt is scrolled by keyboard */}
      <pre className={`${css.receipt} print-only`} data-testid="receipt" tabIndex={0}>
        {text}
      </pre>
      {children}
      <Button size="lg" leftSection={<IconPrinter />} onClick={() => globalThis.print()}>
        {t('receipt.print')}
      </Button>
    </Stack>
  );
}
