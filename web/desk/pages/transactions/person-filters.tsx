import { TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { SearchSelect } from '../../parts/search-select.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';

type FieldProps = { value: string | undefined; onChange: (value: string | undefined) => void };

/** Inside a popover, so that choosing does not close it. */
const FIELD = { size: 'sm', comboboxProps: { withinPortal: false } } as const;
const STAFF_SHOWN = 50;
const CUSTOMERS_SHOWN = 20;
/** What the API calls sales without a person. */
const NOBODY = 'none';
/** Length of a UUID; an employee number is shorter and shown as it is. */
const ID_LENGTH = 36;

/** The cashier, chosen from the staff of the store; by number for those who may not see the staff. */
export function CashierFilter({ value, onChange }: FieldProps): ReactNode {
  const t = useT();
  const api = useApi();
  const { may, store } = useDesk();
  if (!may('user.read')) {
    return <TextFilter label={t('sales.filter.employee')} value={value} onChange={onChange} />;
  }
  const search = async (text: string) => {
    // Offers the staff of the store first, and finds others who have sold there as well.
    const narrowed = text === '' ? { store: store?.code } : { search: text };
    const query = { staff: true, limit: STAFF_SHOWN, ...narrowed };
    const staff = await answer(api.GET('/users/', { params: { query } }));
    return staff.map(({ id, name, employee_number: number }) => ({
      value: id,
      label: number === null ? name : `${name} (${number})`,
      ...(number !== null && { alias: number }),
    }));
  };
  return (
    <SearchSelect
      {...FIELD}
      label={t('sales.cashier')}
      queryKey={['users', 'cashiers', store?.code]}
      search={search}
      fixed={[{ value: NOBODY, label: t('sales.filter.nobody') }]}
      offersFirst
      value={value}
      unknown={value === undefined || value.length === ID_LENGTH ? t('sales.filter.person') : value}
      onPick={onChange}
    />
  );
}

/** The customer, found by name, mail address or phone number. */
export function CustomerFilter({ value, onChange }: FieldProps): ReactNode {
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  if (!may('customer.read')) {
    return <TextFilter label={t('sales.filter.customer')} value={value} onChange={onChange} />;
  }
  const search = async (text: string) => {
    const query = { search: text, limit: CUSTOMERS_SHOWN };
    const customers = await answer(api.GET('/customers/', { params: { query } }));
    return customers.map(({ id, name, email, phone }) => ({
      value: id,
      label: [name, email ?? phone].filter(Boolean).join(' · '),
      ...(email !== null && { alias: email }),
    }));
  };
  return (
    <SearchSelect
      {...FIELD}
      label={t('sales.customer')}
      placeholder={t('sales.customer.hint')}
      queryKey={['customers', 'chosen']}
      search={search}
      value={value}
      unknown={value?.includes('@') ? value : t('sales.filter.chosen')}
      onPick={onChange}
    />
  );
}

const TextFilter = ({ label, value, onChange }: FieldProps & { label: string }): ReactNode => (
  <TextInput
    size="sm"
    label={label}
    value={value ?? ''}
    onChange={event => onChange(event.currentTarget.value)}
  />
);
