import {
  ActionIcon,
  Button,
  Fieldset,
  Group,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { all } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { AmountField, type Typed } from '../../parts/fields.js';
import { useT } from '../../texts/index.js';

const MOST_DIGITS = 8;
const MOST_RATES = 20;
const RATE_DIGITS = 4;

/** Kinds of payment methods that have an account of their own, whatever the method is called. */
const WITHOUT_METHOD = new Set(['cash', 'gift_card', 'store_credit', 'points']);

type Accounts = Record<string, string>;

/** An account for each payment method whose money is not booked in the account of its kind. */
export function MethodAccounts(props: {
  value: Accounts;
  /** The accounts of cards and of other payments. */
  usual: { card: string; other_tender: string };
  error: string | undefined;
  onChange: (accounts: Accounts) => void;
}): ReactNode {
  const { value, usual, error, onChange } = props;
  const t = useT();
  const api = useApi();
  const { data: methods = [] } = useQuery({
    queryKey: ['payment-methods', 'accounts'],
    queryFn: () =>
      all(cursor => api.GET('/payment-methods/', { params: { query: { cursor, limit: 200 } } })),
  });
  const listed = methods.filter(({ method_type: type }) => !WITHOUT_METHOD.has(type));
  // An account of a method that is gone stays visible, so that it can be removed.
  const gone = Object.keys(value).filter(code => listed.every(method => method.code !== code));
  const rows = [
    ...listed.map(({ code, name, method_type: type }) => ({
      code,
      label: name,
      placeholder: type === 'card' ? usual.card : usual.other_tender,
    })),
    ...gone.map(code => ({ code, label: code, placeholder: undefined })),
  ];
  return (
    <Fieldset legend={t('journal.methods')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {rows.map(({ code, label, placeholder }) => (
          <TextInput
            key={code}
            label={label}
            inputMode="numeric"
            maxLength={MOST_DIGITS}
            placeholder={placeholder}
            value={value[code] ?? ''}
            onChange={event => onChange({ ...value, [code]: event.currentTarget.value.trim() })}
          />
        ))}
      </SimpleGrid>
      <Problem text={error} />
    </Fieldset>
  );
}

/** An account of a rate as it is typed; `rate` in percent. */
export type RateDraft = { key: number; rate: Typed; account: string; tax_account: string };

/** An account for the revenue of each tax rate, and one for its tax. */
export function RateAccounts(props: {
  value: RateDraft[];
  error: string | undefined;
  onChange: (rates: RateDraft[]) => void;
}): ReactNode {
  const { value, error, onChange } = props;
  const t = useT();
  const change = (key: number, part: Partial<RateDraft>): void =>
    onChange(value.map(one => (one.key === key ? { ...one, ...part } : one)));
  const next = Math.max(0, ...value.map(({ key }) => key)) + 1;
  return (
    <Fieldset legend={t('journal.rates')}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {t('journal.rates.text')}
        </Text>
        {value.map((one, index) => (
          <RateRow
            key={one.key}
            rate={one}
            number={index + 1}
            onChange={part => change(one.key, part)}
            onRemove={() => onChange(value.filter(other => other !== one))}
          />
        ))}
        {value.length < MOST_RATES && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} />}
            onClick={() =>
              onChange([...value, { key: next, rate: '', account: '', tax_account: '' }])
            }
            style={{ alignSelf: 'flex-start' }}
          >
            {t('journal.rate.add')}
          </Button>
        )}
        <Problem text={error} />
      </Stack>
    </Fieldset>
  );
}

function RateRow(props: {
  rate: RateDraft;
  /** From 1, as it stands in the list. */
  number: number;
  onChange: (part: Partial<RateDraft>) => void;
  onRemove: () => void;
}): ReactNode {
  const { rate, number, onChange, onRemove } = props;
  const t = useT();
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <AmountField
        style={{ flex: 1 }}
        label={t('journal.rate')}
        unit="%"
        decimalScale={RATE_DIGITS}
        value={rate.rate}
        onChange={typed => onChange({ rate: typed })}
      />
      <TextInput
        style={{ flex: 1 }}
        label={t('journal.rate.revenue')}
        inputMode="numeric"
        maxLength={MOST_DIGITS}
        value={rate.account}
        onChange={event => onChange({ account: event.currentTarget.value.trim() })}
      />
      <TextInput
        style={{ flex: 1 }}
        label={t('journal.rate.tax')}
        inputMode="numeric"
        maxLength={MOST_DIGITS}
        value={rate.tax_account}
        onChange={event => onChange({ tax_account: event.currentTarget.value.trim() })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('journal.rate.remove', { number })}
        onClick={onRemove}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
}

export function Problem({ text }: { text: string | undefined }): ReactNode {
  if (text === undefined) return null;
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {text}
    </Text>
  );
}
