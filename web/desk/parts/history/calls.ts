import { answer, type Tillhouse } from '@tillhouse/client';

export type Changes = Record<string, { before: unknown; after: unknown }>;

export type AuditEntry = {
  id: string;
  at: string;
  actor: {
    id: string | null;
    kind: 'staff' | 'customer' | 'unknown';
    name: string | null;
    employee_number: string | null;
  };
  action: string;
  record_type: string;
  record_id: string | null;
  changes: Changes;
  store_id: string | null;
  terminal_id: string | null;
  address: string | null;
  user_agent: string | null;
  request_id: string | null;
  hash: string | null;
};

export type Verified = {
  holds: boolean;
  entries: number;
  first_broken: { seq: number; id: string | null; problem: string } | null;
};

export type AuditFilters = {
  record?: string;
  actor?: string;
  action?: string;
  from?: string;
  to?: string;
};

type Call = <Data>(path: string, options: object) => Promise<{ data?: Data; response: Response }>;

/** For routes that the types of the client do not have. */
const get = (api: Tillhouse): Call => api.GET as unknown as Call;

export const listEntries = (
  api: Tillhouse,
  filters: AuditFilters,
  cursor: string | undefined,
  limit: number,
): Promise<{ data?: AuditEntry[]; response: Response }> =>
  get(api)('/audit-log/', { params: { query: { ...filters, cursor, limit } } });

export const verifyLog = (api: Tillhouse): Promise<Verified> =>
  answer(get(api)<Verified>('/audit-log/verify/', {}));
