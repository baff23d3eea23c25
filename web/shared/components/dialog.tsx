import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/index.js';

/** A modal with a labelled close button; open while it is rendered. */
export function Dialog(props: Omit<ModalProps, 'opened'>): ReactNode {
  const t = useTexts();
  return <Modal opened closeButtonProps={{ 'aria-label': t('app.close') }} {...props} />;
}
