import { answer, type Tillhouse } from '@tillhouse/client';
import type { ItemOf } from '../../types.js';

export type AuditEntry = ItemOf<'/audit-log/'>;
export type Changes = AuditEntry['changes'];

export type AuditFilters = {
  /** Words. */
  q?: string;
  record?: string;
  actor?: string;
  action?: string;
  /** Code or id. */
  store?: string;
  from?: string;
  to?: string;
};

export const listEntries = (
  api: Tillhouse,
  filters: AuditFilters,
  cursor: string | undefined,
  limit: number,
) => api.GET('/audit-log/', { params: { query: { ...filters, cursor, limit } } });

export const verifyLog = (api: Tillhouse) => answer(api.GET('/audit-log/verify/'));
