import { useMemo, useReducer } from 'react';
import { useI18n } from '../../../../shared/i18n/index.js';
import { useStatusText } from '../../../parts/tag.js';
import { STATUSES } from '../calls.js';
import { type Edits, type Reading, type Row, rebased, type Typed, withTyped } from './sheet.js';

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
  /** `rows` are those that are shown. */
  type(rows: readonly Row[], typed: readonly Typed[]): void;
  undo(): void;
  clear(): void;
  /** Keeps the edits of rows that somebody has changed; these are the versions of the rows now. */
  rebase(etags: ReadonlyMap<string, string>): void;
};

/** What people typed into the rows, with its undo steps. Other rows may be shown meanwhile. */
export function useSheet(): Sheet {
  const [{ edits, past }, dispatch] = useReducer(reduce, { edits: {}, past: [] });
  const reading = useReading();
  return {
    edits,
    reading,
    canUndo: past.length > 0,
    type: (rows, typed) => {
      if (typed.length > 0) dispatch({ edits: withTyped(edits, rows, typed, reading) });
    },
    undo: () => dispatch('undo'),
    clear: () => dispatch('clear'),
    rebase: etags => dispatch({ edits: rebased(edits, etags) }),
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
