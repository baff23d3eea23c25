import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/index.js';

/** A dialog whose closing button has a name; open as long as it is rendered. */
export function Dialog(props: Omit<ModalProps, 'opened'>): ReactNode {
  const t = useTexts();
  return <Modal opened closeButtonProps={{ 'aria-label': t('app.close') }} {...props} />;
}
