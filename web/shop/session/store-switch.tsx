import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMapPin } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useLatch } from '../parts/use-latch.js';
import { WithoutScript } from '../parts/without-script.js';
import { useT } from '../texts/index.js';
import { useMaybeShop } from './store.js';

/** The dialog loads when it opens for the first time. */
const StoreDialog = lazy(async () => ({
  default: (await import('./store-dialog.js')).StoreDialog,
}));

export function StoreSwitch(): ReactNode {
  const t = useT();
  const shop = useMaybeShop();
  const [opened, { open, close }] = useDisclosure();
  const isUsed = useLatch(opened);
  if (shop === undefined || shop.stores.length < 2) return null;
  return (
    <>
      <Button
        className="needs-script"
        variant="subtle"
        color="gray"
        size="compact-sm"
        c="var(--mantine-color-text)"
        leftSection={<IconMapPin size={16} aria-hidden />}
        onClick={open}
        aria-label={t('store.change', { name: shop.store.name })}
      >
        {shop.store.name}
      </Button>
      <WithoutScript text={shop.store.name} />
      {isUsed && (
        <Suspense>
          <StoreDialog shop={shop} opened={opened} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
