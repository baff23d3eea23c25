import { NumberInput, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { useI18n } from '../../../shared/i18n/index.js';
import { numberOrNull, type Typed, typedOf } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { tagged } from '../../state/record-tags.js';
import { type Problems, useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { GetResponse, Store } from '../../types.js';
import { fractionOf, percentOf } from '../taxes/rate.js';
import { MethodAccounts, Problem, RateAccounts, type RateDraft } from './account-lists.js';

type Settings = GetResponse<'/journal-settings/{store}/'>;
type Accounts = Record<string, string>;

/** Loads the settings and shows their form. */
export function SettingsForm(props: { store: Store; onClose: () => void }): ReactNode {
  const api = useApi();
  const { store } = props;
  const query = useQuery({
    queryKey: ['journal-settings', store.id],
    queryFn: () =>
      tagged(api.GET('/journal-settings/{store}/', { params: { path: { store: store.id } } })),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Show query={query}>{settings => settings && <Form {...props} settings={settings} />}</Show>
  );
}

type Draft = {
  chart: Settings['chart'];
  account_digits: Typed;
  consultant_number: Typed;
  client_number: Typed;
  fiscal_year_month: string;
  accounts: Accounts;
  method_accounts: Accounts;
  revenue_accounts: RateDraft[];
};

const withoutEmpty = (accounts: Accounts): Accounts =>
  Object.fromEntries(Object.entries(accounts).filter(([, account]) => account !== ''));

function useSettingsForm(store: Store, settings: Settings, onClose: () => void) {
  const t = useT();
  const api = useApi();
  const path = { store: store.id };
  return useForm({
    start: (): Draft => ({
      chart: settings.chart,
      account_digits: settings.account_digits,
      consultant_number: typedOf(settings.consultant_number),
      client_number: typedOf(settings.client_number),
      fiscal_year_month: String(settings.fiscal_year_month),
      accounts: settings.accounts as Accounts,
      method_accounts: settings.method_accounts,
      revenue_accounts: settings.revenue_accounts.map(({ rate, account, tax_account }, key) => ({
        key,
        rate: percentOf(rate),
        account,
        tax_account: tax_account ?? '',
      })),
    }),
    check: ({ revenue_accounts: rates }): Problems =>
      rates.every(one => one.rate !== '' && one.account !== '')
        ? {}
        : { revenue_accounts: t('journal.rates.need') },
    record: {
      type: 'journal-settings',
      id: store.id,
      path: `/journal-settings/${store.id}/`,
      shown: settings,
    },
    save: (draft, condition) =>
      answer(
        api.PUT('/journal-settings/{store}/', {
          params: { path },
          body: {
            chart: draft.chart,
            account_digits: Number(draft.account_digits),
            consultant_number: numberOrNull(draft.consultant_number),
            client_number: numberOrNull(draft.client_number),
            fiscal_year_month: Number(draft.fiscal_year_month),
            accounts: withoutEmpty(draft.accounts),
            method_accounts: withoutEmpty(draft.method_accounts),
            revenue_accounts: draft.revenue_accounts.map(({ rate, account, tax_account }) => ({
              rate: fractionOf(rate),
              account,
              tax_account: tax_account || null,
            })),
          },
          ...condition,
        }),
      ),
    changes: [['journal'], ['journal-settings']],
    done: () => t('journal.saved'),
    onClose,
  });
}

function Form(props: { store: Store; settings: Settings; onClose: () => void }): ReactNode {
  const { store, settings, onClose } = props;
  const t = useT();
  const form = useSettingsForm(store, settings, onClose);
  const usual = settings.used_accounts as Accounts;
  return (
    <FormDialog title={t('journal.accounts')} submit={t('app.save')} size="lg" {...form.dialog}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t('journal.chart')}
          data={[
            { value: 'skr03', label: 'SKR03' },
            { value: 'skr04', label: 'SKR04' },
          ]}
          allowDeselect={false}
          value={form.draft.chart}
          onChange={value => value && form.set({ chart: value as Settings['chart'] })}
        />
        <NumberInput
          label={t('journal.digits')}
          min={4}
          max={8}
          {...form.field('account_digits')}
        />
        <NumberInput
          label={t('journal.consultant')}
          hideControls
          {...form.field('consultant_number')}
        />
        <NumberInput label={t('journal.client')} hideControls {...form.field('client_number')} />
        <MonthField {...form.field('fiscal_year_month')} />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {t('journal.accounts.text')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {Object.keys(usual).map(name => (
          <TextInput
            key={name}
            label={t(`journal.kind.${name as keyof Settings['used_accounts'] & 'cash'}`)}
            inputMode="numeric"
            maxLength={8}
            placeholder={settings.accounts[name as never] === undefined ? usual[name] : undefined}
            value={form.draft.accounts[name] ?? ''}
            error={form.errorOf(`accounts.${name}`)}
            onChange={({ currentTarget: { value } }) =>
              form.set({ accounts: { ...form.draft.accounts, [name]: value.trim() } })
            }
          />
        ))}
      </SimpleGrid>
      <Problem text={form.errorOf('accounts')} />
      <MethodAccounts
        usual={{ card: usual.card ?? '', other_tender: usual.other_tender ?? '' }}
        {...form.field('method_accounts')}
        error={form.errorOf('method_accounts')}
      />
      <RateAccounts {...form.field('revenue_accounts')} error={form.errorOf('revenue_accounts')} />
    </FormDialog>
  );
}

function MonthField(props: { value: string; onChange: (value: string) => void }): ReactNode {
  const t = useT();
  const { locale } = useI18n();
  const months = Array.from({ length: 12 }, (_, index) => ({
    value: String(index + 1),
    label: new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(
      new Date(Date.UTC(2026, index, 1)),
    ),
  }));
  return (
    <Select
      label={t('journal.year')}
      data={months}
      allowDeselect={false}
      value={props.value}
      onChange={value => value && props.onChange(value)}
    />
  );
}
