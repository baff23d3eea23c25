import { useMemo, useReducer } from 'react';
import { useI18n } from '../../../../shared/i18n/index.js';
import { useStatusText } from '../../../parts/tag.js';
import { STATUSES } from '../filters.js';
import { type Edits, type Reading, type Row, type Typed, withTyped } from './sheet.js';

/** Steps that Ctrl-Z takes back. */
const MAX_STEPS = 100;

type State = { edits: Edits; past: readonly Edits[] };
type Action = { edits: Edits } | 'undo' | 'clear';

function reduce({ edits, past }: State, action: Action): State {
  if (action === 'clear') return { edits: {}, past: [] };
  if (action === 'undo') return { edits: past.at(-1) ?? edits, past: past.slice(0, -1) };
  return { edits: action.edits, past: [...past, edits].slice(-MAX_STEPS) };
}

export type Sheet = {
  edits: Edits;
  reading: Reading;
  canUndo: boolean;
  type(typed: readonly Typed[]): void;
  undo(): void;
  clear(): void;
  /** Keeps the edits of rows that somebody has changed, now that the rows are shown as they are. */
  rebase(rows: readonly Row[]): void;
};

/** What people typed into the rows, with its undo steps. */
export function useSheet(rows: readonly Row[]): Sheet {
  const [{ edits, past }, dispatch] = useReducer(reduce, { edits: {}, past: [] });
  const reading = useReading();
  return {
    edits,
    reading,
    canUndo: past.length > 0,
    type: typed => {
      if (typed.length > 0) dispatch({ edits: withTyped(edits, rows, typed, reading) });
    },
    undo: () => dispatch('undo'),
    clear: () => dispatch('clear'),
    rebase: fresh => {
      const tags = new Map(fresh.map(({ variant, etag }) => [variant, etag]));
      const next = Object.entries(edits).map(([variant, edit]) => [
        variant,
        { ...edit, etag: tags.get(variant) ?? edit.etag },
      ]);
      dispatch({ edits: Object.fromEntries(next) });
    },
  };
}

function useReading(): Reading {
  const { locale } = useI18n();
  const statusText = useStatusText();
  return useMemo(
    () => ({
      comma: new Intl.NumberFormat(locale).format(1.5).charAt(1),
      statuses: new Map(STATUSES.map(status => [status, statusText(status)])),
    }),
    [locale, statusText],
  );
}
