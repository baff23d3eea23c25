import { SimpleGrid, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../../texts/index.js';
import type { PartProps } from './detail-fields.js';

const KINDS = ['is_tax_exempt', 'is_digital', 'requires_kyc'] as const;

/** What changes how the product is taxed, delivered and sold. */
export function KindFields({ draft, set, errorOf }: PartProps): ReactNode {
  const t = useT();
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      {KINDS.map(kind => (
        <Switch
          key={kind}
          label={t(`products.${kind}`)}
          description={t(`products.${kind}.hint`)}
          checked={draft[kind]}
          onChange={event => set({ [kind]: event.currentTarget.checked })}
          error={errorOf(kind)}
        />
      ))}
    </SimpleGrid>
  );
}
