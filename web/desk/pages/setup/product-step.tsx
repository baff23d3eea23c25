import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconDownload, IconFileImport, IconPlus, IconSparkles } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Failed } from '../../../shared/components/states.js';
import { saveFile } from '../../../shared/save-file.js';
import { rawCsv } from '../../parts/csv-buttons.js';
import { ImportForm } from '../../parts/csv-import.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import { PRODUCTS_FILE } from '../products/csv.js';
import { addSamples } from './calls.js';

/** Products by hand, from a file, or samples for a first look. */
export function ProductStep({ isDone }: { isDone: boolean }): ReactNode {
  const t = useT();
  const api = useApi();
  const [isImporting, setImporting] = useState(false);
  const samples = useAction(() => addSamples(api), {
    changes: [['setup'], ['products'], ['product-lookups']],
    done: ({ variants }) => t('setup.products.sampled', { count: variants }),
    quiet: true,
  });
  const template = useAction(
    () => saveFile(api.GET('/products/export/', { parseAs: 'blob' }), PRODUCTS_FILE),
    { changes: [] },
  );
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Button component={Link} href="/products/new" leftSection={<IconPlus size={16} />}>
          {t('products.new')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileImport size={16} />}
          onClick={() => setImporting(true)}
        >
          {t('setup.products.csv')}
        </Button>
        {!isDone && (
          <Button
            variant="default"
            leftSection={<IconSparkles size={16} />}
            loading={samples.isPending}
            onClick={() => samples.mutate(undefined)}
          >
            {t('setup.products.sample')}
          </Button>
        )}
      </Group>
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {t('setup.products.template.text')}
        </Text>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconDownload size={16} />}
          loading={template.isPending}
          onClick={() => template.mutate(undefined)}
        >
          {t('setup.products.template')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('setup.products.other')}{' '}
        <Link href="/imports" className="desk-link">
          {t('nav.imports')}
        </Link>
      </Text>
      {samples.error && <Failed error={samples.error} />}
      {isDone && (
        <Link href="/products" className="desk-link">
          {t('nav.products')}
        </Link>
      )}
      <Modal
        opened={isImporting}
        onClose={() => setImporting(false)}
        title={t('setup.products.csv')}
        closeButtonProps={{ 'aria-label': t('app.close') }}
      >
        <ImportForm
          fileName="products.csv"
          upload={{
            send: (csv, dry_run) =>
              answer(
                api.POST('/products/import/', { params: { query: { dry_run } }, ...rawCsv(csv) }),
              ),
            texts: {
              title: t('setup.products.csv'),
              text: t('setup.products.csv.text'),
              dry: t('import.dry'),
            },
            changes: [['setup'], ['products']],
          }}
        />
      </Modal>
    </Stack>
  );
}
