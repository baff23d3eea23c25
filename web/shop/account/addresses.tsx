import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconHome, IconPlus } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Empty, Show } from '../../shared/components/states.js';
import { useI18n } from '../../shared/i18n/index.js';
import { addressLine, formOf, useSavedAddresses } from '../checkout/saved-addresses.js';
import { Panel } from '../parts/panel.js';
import { useShopError } from '../parts/shop-error.js';
import { useT } from '../texts/index.js';
import type { SavedAddress } from '../types.js';
import { AddressEditor, ONE, useAddressChange } from './address-editor.js';

function AddressRow(props: { address: SavedAddress; onEdit: () => void }): ReactNode {
  const { address, onEdit } = props;
  const t = useT();
  const { locale } = useI18n();
  const api = useApi();
  const errorText = useShopError();
  const params = { path: { id: address.id } };
  const prefer = useAddressChange<void>(() =>
    answer(api.PATCH(ONE, { params, body: { is_default: true } })),
  );
  const remove = useAddressChange<void>(() => answer(api.DELETE(ONE, { params })));
  const name = address.label || address.address;
  const error = prefer.error ?? remove.error;
  return (
    <Stack component="li" gap="xs" p="md" bg="var(--app-sunken)" bdrs="md">
      <Group justify="space-between">
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {address.is_default && <Badge variant="light">{t('addresses.default')}</Badge>}
        </Group>
        <Group gap="xs">
          {!address.is_default && (
            <Button
              size="compact-sm"
              variant="default"
              loading={prefer.isPending}
              aria-label={t('addresses.prefer.named', { name })}
              onClick={() => prefer.mutate()}
            >
              {t('addresses.prefer')}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('addresses.edit.named', { name })}
            onClick={onEdit}
          >
            {t('addresses.edit')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            loading={remove.isPending}
            aria-label={t('addresses.remove.named', { name })}
            onClick={() => remove.mutate()}
          >
            {t('addresses.remove')}
          </Button>
        </Group>
      </Group>
      <Text size="sm">{addressLine(formOf(address), locale)}</Text>
      {error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errorText(error)}
        </Text>
      )}
    </Stack>
  );
}

export function Addresses(): ReactNode {
  const t = useT();
  const addresses = useSavedAddresses();
  /** The address in the dialog; `new` for one to add. */
  const [edited, setEdited] = useState<SavedAddress | 'new'>();
  const close = (): void => setEdited(undefined);
  const isNew = edited === undefined || edited === 'new';
  return (
    <Panel title={t('addresses.title')}>
      <Show
        query={addresses}
        empty={
          <Empty
            icon={<IconHome size={28} />}
            title={t('addresses.none')}
            text={t('addresses.none.text')}
          />
        }
      >
        {list => (
          <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
            {list.map(address => (
              <AddressRow key={address.id} address={address} onEdit={() => setEdited(address)} />
            ))}
          </Stack>
        )}
      </Show>
      <Group>
        <Button
          variant="light"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setEdited('new')}
        >
          {t('addresses.add')}
        </Button>
      </Group>
      <Modal
        opened={edited !== undefined}
        onClose={close}
        title={t(isNew ? 'addresses.add' : 'addresses.edit.title')}
        size="lg"
        closeButtonProps={{ 'aria-label': t('app.close') }}
      >
        <AddressEditor address={isNew ? undefined : edited} onDone={close} />
      </Modal>
    </Panel>
  );
}
