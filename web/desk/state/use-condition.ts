import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError } from '@tillhouse/client';
import { useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { type Condition, readTagged, tagOf, unchangedSince } from './record-tags.js';

/** The record that a form changes, as its reader saw it. */
export type FormRecord = {
  /** As the audit log names it: `price-lists`. */
  type: string;
  id: string;
  /** Path of its GET route. */
  path: string;
  shown: object;
  /** For records whose fields say little to a reader: labels with values to compare and to show. */
  describe?: (record: object) => object;
};

export type Difference = { field: string; before: unknown; now: unknown };

/** Fields that mean nothing to people, or that change by themselves and are not in the ETag. */
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
  'invitation',
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

/** What a form says about a record that somebody else changed. */
export type RecordConflict = {
  record: FormRecord;
  current: object;
  /** Lets the next attempt write over the present record. */
  onKeep: () => void;
  isKeeping: boolean;
  keepError: Error | null;
};

type Saving = { error: Error | null; reset: () => void };

/**
 * The condition under which a form saves: the record is still the one that was shown first, whatever
 * is loaded while the form is open. A record out of a list that was not asked for `etags` is read
 * again when the form opens.
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
  const accept = async (): Promise<void> => {
    if (record) setAccepted(await readTagged(api, record.path));
  };
  const keeping = useMutation({ mutationFn: accept });
  /** The record as it is now. A refused save names it, also if no shown value differs. */
  const currentFor = (error: unknown): object | undefined => {
    const refused = currentIn(error);
    if (refused !== undefined || record === undefined) return refused;
    if (seen === undefined || accepted !== undefined) return undefined;
    return differencesOf(record, seen).length > 0 ? seen : undefined;
  };
  return {
    condition,
    record,
    accept,
    /** Undefined while the record is the one that was shown. */
    conflictOf: (saving: Saving): RecordConflict | undefined => {
      const current = currentFor(saving.error);
      if (record === undefined || current === undefined) return undefined;
      return {
        record,
        current,
        onKeep: () => keeping.mutate(undefined, { onSuccess: saving.reset }),
        isKeeping: keeping.isPending,
        keepError: keeping.error,
      };
    },
  };
}
