import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@tillhouse/client';
import { useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { type Condition, readTagged, tagOf, unchangedSince } from './record-tags.js';

/** The record that a form changes, as its reader saw it. */
export type FormRecord = {
  /** As the audit log names it: `price-lists`. */
  type: string;
  id: string;
  /** Of its GET route. */
  path: string;
  shown: object;
  /** For records whose fields say little to a reader: labels with values to compare and to show. */
  describe?: (record: object) => object;
};

export type Difference = { field: string; before: unknown; now: unknown };

/** They say nothing to a reader, or change by themselves and are no part of the ETag. */
const IGNORED = new Set([
  'updated_at',
  'last_seen_at',
  'failures_in_row',
  'failing_since',
  'paused_until',
  'used_count',
  'remaining_uses',
  'spent',
  'remaining',
  'spent_by_currency',
  'lift',
  'next_at',
  'last_sent_at',
  'error',
  'points',
  'balances',
  'expiring',
  'tier',
  'spend',
  'spending',
  'purchases',
  'state',
  'state_at',
  'on_hand',
  'covered_quantity',
  'shortfall',
  'is_below_minimum',
]);

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The fields of the shown record that are different now. */
export function differencesOf({ shown, describe }: FormRecord, current: object): Difference[] {
  const now = (describe?.(current) ?? current) as Record<string, unknown>;
  return Object.entries(describe?.(shown) ?? shown)
    .filter(([field, value]) => field in now && !IGNORED.has(field) && !isSame(value, now[field]))
    .map(([field, before]) => ({ field, before, now: now[field] }));
}

const currentIn = (error: unknown): object | undefined =>
  error instanceof ApiError && error.code === 'CHANGED'
    ? (error.details.current as object | undefined)
    : undefined;

/**
 * The condition under which a form saves: the record is still the one that was shown first, whatever
 * is loaded while the form is open. A record out of a list has no ETag, so it is read again when the
 * form opens.
 */
export function useCondition(opened: FormRecord | undefined) {
  const api = useApi();
  const [record] = useState(opened);
  const [accepted, setAccepted] = useState<object>();
  const needsRead = record !== undefined && tagOf(record.shown) === undefined;
  const read = useQuery({
    queryKey: ['form-record', record?.path],
    queryFn: () => readTagged(api, record?.path ?? ''),
    enabled: needsRead,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const seen = needsRead ? read.data : record?.shown;
  const condition: Condition = unchangedSince(accepted ?? seen);
  return {
    condition,
    record,
    /** The record as it is now, if it is not the one that was shown. */
    conflictOf: (error: unknown): object | undefined => {
      if (record === undefined) return undefined;
      const current = currentIn(error) ?? (accepted === undefined ? seen : undefined);
      if (current === undefined) return undefined;
      return differencesOf(record, current).length > 0 ? current : undefined;
    },
    /** Lets the next attempt write over the present record. */
    accept: async (): Promise<void> => {
      if (record) setAccepted(await readTagged(api, record.path));
    },
  };
}
