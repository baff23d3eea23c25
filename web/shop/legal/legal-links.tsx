import { Anchor, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useT } from '../texts/index.js';
import { LEGAL_KINDS } from './keys.js';

/** Links to the texts that the law asks for. */
export function LegalLinks({ label }: { label?: string }): ReactNode {
  const t = useT();
  return (
    <Group component="nav" gap="lg" aria-label={label ?? t('legal.links')}>
      {LEGAL_KINDS.map(kind => (
        <Anchor key={kind} component={Link} href={`/legal/${kind}`} c="inherit" size="sm">
          {t(`legal.${kind}`)}
        </Anchor>
      ))}
    </Group>
  );
}
