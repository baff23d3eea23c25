import { Button, Stack } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../texts/index.js';
import css from '../till.module.css';

/** A receipt preview with a print button; `children` are printed below the text. */
export function Paper({ text, children }: { text: string; children?: ReactNode }): ReactNode {
  const t = useT();
  return (
    <Stack>
      <PaperText text={text} />
      {children}
      <Button size="lg" leftSection={<IconPrinter />} onClick={() => globalThis.print()}>
        {t('receipt.print')}
      </Button>
    </Stack>
  );
}

export const PaperText = ({ text }: { text: string }): ReactNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a long receipt is scrolled by keyboard
  <pre className={`${css.receipt} print-only`} data-testid="receipt" tabIndex={0}>
    {text}
  </pre>
);
