import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer, newKey, once } from '@tillhouse/client';
import { type ReactNode, useRef, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Customer, CustomerProfile } from '../../types.js';

const TYPING_MS = 200;
const SHOWN = 20;

const labelOf = ({ name, email, phone, customer_card }: Customer): string =>
  [name, email ?? (phone || customer_card)].filter(Boolean).join(' · ');

/** Chooses the record that is merged into this one, and says what moves. */
export function MergeDialog(props: {
  customer: CustomerProfile;
  onMerged: () => void;
  onClose: () => void;
}): ReactNode {
  const { customer, onMerged, onClose } = props;
  const t = useT();
  const api = useApi();
  const key = useRef(newKey());
  const form = useForm({
    start: (): { customer_id: string | null } => ({ customer_id: null }),
    save: async ({ customer_id }) => {
      const merged = await answer(
        api.POST('/customers/{id}/merge/', {
          params: { path: { id: customer.id } },
          body: { customer_id: customer_id ?? '' },
          ...once(key.current),
        }),
      ).catch((error: unknown) => {
        key.current = newKey();
        throw error;
      });
      onMerged();
      return merged;
    },
    changes: [['customers'], ['customer']],
    done: ({ name }) => t('customers.merged', { name }),
    onClose,
  });
  return (
    <FormDialog
      title={t('customers.merge.title', { name: customer.name })}
      submit={t('customers.merge')}
      isDestructive
      isReady={form.draft.customer_id !== null}
      {...form.dialog}
    >
      <Text size="sm">{t('customers.merge.text', { name: customer.name })}</Text>
      <OtherCustomer except={customer.id} {...form.field('customer_id')} />
    </FormDialog>
  );
}

function OtherCustomer(props: {
  except: string;
  value: string | null;
  onChange: (id: string | null) => void;
  error?: string;
}): ReactNode {
  const { except, ...field } = props;
  const t = useT();
  const api = useApi();
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<{ value: string; label: string }>();
  const [wanted] = useDebouncedValue(text === picked?.label ? '' : text.trim(), TYPING_MS);
  const found = useQuery({
    queryKey: ['customers', wanted, 'merge'],
    queryFn: () =>
      answer(api.GET('/customers/', { params: { query: { search: wanted, limit: SHOWN } } })),
    enabled: wanted !== '',
  });
  const others = (found.data ?? [])
    .filter(({ id }) => id !== except)
    .map(one => ({ value: one.id, label: labelOf(one) }));
  const isPicked = others.some(({ value }) => value === picked?.value);
  return (
    <Select
      label={t('customers.merge.other')}
      placeholder={t('customers.search.hint')}
      leftSection={<IconSearch size={16} />}
      data-autofocus
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The service tolerates typing errors, which a filter of labels would not.
      filter={({ options }) => options}
      nothingFoundMessage={wanted === '' ? undefined : t('customers.noneFound')}
      data={picked === undefined || isPicked ? others : [picked, ...others]}
      {...field}
      onChange={id => {
        setPicked(others.find(({ value }) => value === id));
        field.onChange(id);
      }}
    />
  );
}
