import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { Store } from '../../types.js';
import { CopyDialog } from './copy-dialog.js';
import type { Section } from './sections.js';

type Props = { store: Store; sections?: readonly Section[]; isSmall?: boolean };

/** Copies settings of a store to others; `sections` are chosen already. */
export function CopySettings({ store, sections = [], isSmall = false }: Props): ReactNode {
  const t = useT();
  const { may, stores } = useDesk();
  const [isOpen, setOpen] = useState(false);
  if (!may('store.settings') || stores.length < 2) return null;
  return (
    <>
      <Button
        size={isSmall ? 'compact-sm' : undefined}
        variant="default"
        leftSection={isSmall ? undefined : <IconCopy size={16} />}
        aria-label={isSmall ? `${t('copy.button')}: ${store.name}` : undefined}
        onClick={() => setOpen(true)}
      >
        {t('copy.button')}
      </Button>
      {isOpen && <CopyDialog store={store} sections={sections} onClose={() => setOpen(false)} />}
    </>
  );
}
