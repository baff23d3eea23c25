import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useDesk } from '../../state/desk.js';
import { useEntryText } from './entry-text.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Such as `packed_by` and `employee_id`. */
const NAMES_A_PERSON = /(^|[._])(by|user|employee|person)(_id)?$/;

/** A value of an entry; people are shown by their names. */
export function Value({ field, value }: { field: string; value: unknown }): ReactNode {
  const text = useEntryText();
  const isPerson = typeof value === 'string' && UUID.test(value) && NAMES_A_PERSON.test(field);
  return isPerson ? <Person id={value} /> : text.value(value);
}

function Person({ id }: { id: string }): ReactNode {
  const api = useApi();
  const { may } = useDesk();
  const person = useQuery({
    queryKey: ['users', 'name', id],
    queryFn: () => answer(api.GET('/users/{id}/', { params: { path: { id } } })),
    enabled: may('user.read'),
    staleTime: 300_000,
    // Somebody of another store stays an id.
    retry: false,
  });
  const {
    first_name: first = '',
    last_name: last = '',
    employee_number: number,
  } = person.data ?? {};
  return `${first} ${last}`.trim() || number || id;
}
