import type { ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog as PlainDialog } from '../../shared/components/dialog.js';
import { FieldPad } from './field-pad.js';

/** A dialog of the till: its amounts and quantities can be typed on the screen. */
export function Dialog({ children, ...props }: Omit<ModalProps, 'opened'>): ReactNode {
  return (
    <PlainDialog {...props}>
      {children}
      <FieldPad />
    </PlainDialog>
  );
}
