import { Badge, Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconHome, IconPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Empty, Show } from '../../shared/components/states.js';
import { useI18n } from '../../shared/i18n/index.js';
import { AddressFields } from '../checkout/address-fields.js';
import { type AddressForm, emptyAddress } from '../checkout/checkout-storage.js';
import { addressLine, useSavedAddresses } from '../checkout/saved-addresses.js';
import { Form } from '../parts/form.js';
import { Panel } from '../parts/panel.js';
import { Refusal } from '../parts/refusal.js';
import { useShopError } from '../parts/shop-error.js';
import { useT } from '../texts/index.js';
import type { SavedAddress } from '../types.js';

type Saved = { label: string; is_default: boolean; form: AddressForm };

/** Changes saved addresses and reloads the list. */
function useSessionChange<Input>(act: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => queries.invalidateQueries({ queryKey: ['addresses'] }),
  });
}

function AddressRow({ address }: { address: SavedAddress }): ReactNode {
  const t = useT();
  const api = useApi();
  const errorText = useShopError();
  const params = { path: { id: address.id } };
  const path = '/web-commerce/saved-addresses/{id}/';
  const prefer = useSessionChange<void>(() =>
    answer(api.PATCH(path, { params, body: { is_default: true } })),
  );
  const remove = useSessionChange<void>(() => answer(api.DELETE(path, { params })));
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
            loading={remove.isPending}
            aria-label={t('addresses.remove.named', { name })}
            onClick={() => remove.mutate()}
          >
            {t('addresses.remove')}
          </Button>
        </Group>
      </Group>
      <Text size="sm">{addressLine(address)}</Text>
      {error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errorText(error)}
        </Text>
      )}
    </Stack>
  );
}

function AddressEditor({ onDone }: { onDone: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const { locale } = useI18n();
  const [saved, setSaved] = useState<Saved>({
    label: '',
    is_default: false,
    form: emptyAddress(new Intl.Locale(locale).maximize().region ?? 'US'),
  });
  const add = useSessionChange<Saved>(({ form, label, is_default }) => {
    const { firstName, lastName, postalCode, ...rest } = form;
    const names = { first_name: firstName, last_name: lastName, postal_code: postalCode };
    const body = { ...rest, ...names, label, is_default };
    return answer(api.POST('/web-commerce/saved-addresses/', { body }));
  });
  const missing = add.isIdle ? {} : requiredIn(saved.form, t('need.field'));
  const submit = (): void => add.mutate(saved, { onSuccess: onDone });
  return (
    <Form onSubmit={submit}>
      <Refusal error={add.error} />
      <TextInput
        label={t('addresses.label')}
        placeholder={t('addresses.label.example')}
        maxLength={100}
        value={saved.label}
        onChange={event => setSaved({ ...saved, label: event.currentTarget.value })}
      />
      <AddressFields
        group="shipping"
        value={saved.form}
        errors={missing}
        onChange={form => setSaved({ ...saved, form })}
      />
      <Checkbox
        label={t('addresses.asDefault')}
        checked={saved.is_default}
        onChange={event => setSaved({ ...saved, is_default: event.currentTarget.checked })}
      />
      <Button type="submit" loading={add.isPending}>
        {t('app.save')}
      </Button>
    </Form>
  );
}

const requiredIn = ({ address, city }: AddressForm, text: string): Record<string, string> => ({
  ...(address.trim() === '' ? { 'shipping.address': text } : {}),
  ...(city.trim() === '' ? { 'shipping.city': text } : {}),
});

export function Addresses(): ReactNode {
  const t = useT();
  const addresses = useSavedAddresses();
  const [isAdding, setAdding] = useState(false);
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
              <AddressRow key={address.id} address={address} />
            ))}
          </Stack>
        )}
      </Show>
      <Group>
        <Button
          variant="light"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('addresses.add')}
        </Button>
      </Group>
      <Modal
        opened={isAdding}
        onClose={() => setAdding(false)}
        title={t('addresses.add')}
        size="lg"
        closeButtonProps={{ 'aria-label': t('app.close') }}
      >
        <AddressEditor onDone={() => setAdding(false)} />
      </Modal>
    </Panel>
  );
}
