import { Badge, Button, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUser, IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError, newKey } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi, useOnline } from '../../shared/api/index.js';
import { Empty, Failed, Show } from '../../shared/components/states.js';
import { Dialog } from '../parts/till-dialog.js';
import {
  type Customer,
  chooseCustomer,
  createCustomer,
  findCustomers,
  readCustomer,
} from '../state/customers.js';
import { sale } from '../state/sale.js';
import { useT } from '../texts/index.js';

/** Long enough that a fast typist causes one search. */
const TYPING_MS = 200;
const LEAST_LETTERS = 2;

/** Finds the customer of the sale while the cashier types, creates a new one, or detaches. */
export default function CustomerDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const online = useOnline();
  const { customer } = sale.use().basket;
  const [text, setText] = useState('');
  const [isNew, setNew] = useState(false);
  const choose = useMutation({
    mutationFn: (chosen: Customer | null) => chooseCustomer(api, chosen),
    onSuccess: onClose,
  });
  return (
    <Dialog onClose={onClose} title={t('customer.title')} size="lg">
      <Stack>
        {customer && (
          <Group justify="space-between" wrap="nowrap">
            <div style={{ minWidth: 0 }}>
              <Text fw={700} truncate>
                {customer.name}
              </Text>
              <Text size="sm" c="dimmed">
                {t('customer.points', { count: customer.points })}
              </Text>
            </div>
            <Button
              variant="default"
              loading={choose.isPending}
              onClick={() => choose.mutate(null)}
              data-testid="detach"
            >
              {t('customer.detach')}
            </Button>
          </Group>
        )}
        {!online && <Text c="var(--app-warn-ink)">{t('customer.offline')}</Text>}
        {isNew ? (
          <NewCustomerForm typed={text} onFound={found => choose.mutate(found)} />
        ) : (
          <Search text={text} onText={setText} onPick={found => choose.mutate(found)} />
        )}
        {choose.error !== null && <Failed error={choose.error} />}
        <Button
          variant="subtle"
          leftSection={isNew ? <IconUser size={18} /> : <IconUserPlus size={18} />}
          onClick={() => setNew(!isNew)}
        >
          {t(isNew ? 'customer.search' : 'customer.new')}
        </Button>
      </Stack>
    </Dialog>
  );
}

function Search(props: {
  text: string;
  onText: (text: string) => void;
  onPick: (customer: Customer) => void;
}): ReactNode {
  const t = useT();
  const api = useApi();
  const [search] = useDebouncedValue(props.text.trim(), TYPING_MS);
  const isAsked = search.length >= LEAST_LETTERS;
  const found = useQuery({
    queryKey: ['customers', search],
    enabled: isAsked,
    staleTime: 0,
    placeholderData: before => before,
    queryFn: () => findCustomers(api, search),
  });
  return (
    <>
      <TextInput
        label={t('customer.search')}
        placeholder={t('customer.placeholder')}
        size="md"
        maxLength={100}
        value={props.text}
        onChange={event => props.onText(event.currentTarget.value)}
        data-autofocus
      />
      {isAsked && (
        <Show
          query={found}
          empty={
            <Empty
              icon={<IconUser size={28} />}
              title={t('customer.none.title')}
              text={t('customer.none.text')}
            />
          }
        >
          {list => (
            <Stack gap={4}>
              {list.map(customer => (
                <CustomerRow key={customer.id} customer={customer} onPick={props.onPick} />
              ))}
            </Stack>
          )}
        </Show>
      )}
    </>
  );
}

function CustomerRow(props: {
  customer: Customer;
  onPick: (customer: Customer) => void;
}): ReactNode {
  const t = useT();
  const { customer, onPick } = props;
  return (
    <UnstyledButton
      className="surface"
      p="sm"
      style={{ borderRadius: 'var(--mantine-radius-md)' }}
      onClick={() => onPick(customer)}
      data-testid={`customer-${customer.id}`}
    >
      <Group justify="space-between" wrap="nowrap">
        <div style={{ minWidth: 0 }}>
          <Text fw={650}>{customer.name}</Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {[customer.phone, customer.email].filter(Boolean).join(' · ')}
          </Text>
        </div>
        <Stack gap={4} align="flex-end">
          {customer.customer_group !== null && (
            <Badge variant="light" color="pine" c="var(--app-accent)" tt="none">
              {customer.customer_group}
            </Badge>
          )}
          <Text size="sm" c="dimmed" className="money">
            {t('customer.points', { count: customer.points })}
          </Text>
        </Stack>
      </Group>
    </UnstyledButton>
  );
}

/** What was typed into the search is the name, or the number or address. */
const startOf = (typed: string) => {
  const text = typed.trim();
  if (text.includes('@')) return { name: '', phone: '', email: text };
  return /^[\d\s+()./-]+$/.test(text)
    ? { name: '', phone: text, email: '' }
    : { name: text, phone: '', email: '' };
};

function NewCustomerForm(props: {
  typed: string;
  onFound: (customer: Customer) => void;
}): ReactNode {
  const t = useT();
  const api = useApi();
  const [fields, setFields] = useState(() => startOf(props.typed));
  const [key, setKey] = useState(newKey);
  const set = (name: keyof typeof fields) => (event: { currentTarget: { value: string } }) => {
    setFields({ ...fields, [name]: event.currentTarget.value });
    setKey(newKey());
  };
  const create = useMutation({
    mutationFn: () => {
      const [phone, email] = [fields.phone.trim(), fields.email.trim()];
      const body = { name: fields.name.trim(), ...(phone && { phone }), ...(email && { email }) };
      return createCustomer(api, body, key);
    },
    onSuccess: props.onFound,
  });
  const knownId = knownIn(create.error);
  const takeKnown = useMutation({
    mutationFn: (id: string) => readCustomer(api, id),
    onSuccess: props.onFound,
  });
  const isReady = fields.name.trim() !== '' && (fields.phone + fields.email).trim() !== '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) create.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('customer.name')}
          size="md"
          maxLength={200}
          value={fields.name}
          onChange={set('name')}
          data-autofocus
        />
        <TextInput
          label={t('customer.phone')}
          type="tel"
          size="md"
          maxLength={50}
          value={fields.phone}
          onChange={set('phone')}
        />
        <TextInput
          label={t('customer.email')}
          type="email"
          size="md"
          maxLength={254}
          value={fields.email}
          onChange={set('email')}
        />
        <Text size="sm" c="dimmed">
          {t('customer.oneContact')}
        </Text>
        {create.error !== null && <Failed error={create.error} />}
        {knownId === undefined ? (
          <Button type="submit" size="lg" disabled={!isReady} loading={create.isPending}>
            {t('customer.create')}
          </Button>
        ) : (
          <Button size="lg" loading={takeKnown.isPending} onClick={() => takeKnown.mutate(knownId)}>
            {t('customer.takeKnown')}
          </Button>
        )}
      </Stack>
    </form>
  );
}

/** The customer who has the contact already. */
function knownIn(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'CUSTOMER_EXISTS') return undefined;
  const id = (error.details as { customer_id?: unknown } | undefined)?.customer_id;
  return typeof id === 'string' ? id : undefined;
}
