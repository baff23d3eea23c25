import { Button, Group } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useT } from '../../texts/index.js';

/** The register opens beside the desk, which notices the sale. */
export function SaleStep({ isDone }: { isDone: boolean }): ReactNode {
  const t = useT();
  return (
    <Group gap="md">
      <Button
        component="a"
        href="/app/register/"
        target="_blank"
        rel="noopener"
        leftSection={<IconExternalLink size={16} />}
      >
        {t('setup.test_sale.open')}
      </Button>
      {isDone && (
        <Link href="/transactions" className="desk-link">
          {t('nav.transactions')}
        </Link>
      )}
    </Group>
  );
}
