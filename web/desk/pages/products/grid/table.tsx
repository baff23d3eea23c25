import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type Key, useT } from '../../../texts/index.js';
import { isTyping, movedBy } from './keys.js';
import {
  CELLS,
  type CellName,
  copied,
  editedCells,
  filled,
  filledDown,
  isFigure,
  type Position,
  pasted,
  type Range,
  type Row,
  shownText,
  sorted,
} from './sheet.js';
import { TableRow } from './table-row.js';
import type { Sheet } from './use-sheet.js';

export const HEADS: Record<CellName, Key> = {
  product_name: 'stock.item',
  name: 'products.variant',
  sku: 'products.sku',
  barcode: 'products.barcode',
  price: 'products.price',
  cost: 'products.cost',
  weight_grams: 'many.weight',
  status: 'list.status',
  tags: 'products.tags',
};

export type CellErrors = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The cells, moved through with the keyboard like a spreadsheet. */
export function Table(props: {
  rows: readonly Row[];
  sheet: Sheet;
  errors: CellErrors;
  range: Range;
  onRange: (range: Range) => void;
}): ReactNode {
  const { rows, sheet, errors, range, onRange } = props;
  const t = useT();
  const table = useRef<HTMLTableElement>(null);
  const [draft, setDraft] = useState<string>();
  const at = range.to;
  const textAt = ({ row, column }: Position): string => {
    const [of, cell] = [rows[row], CELLS[column]];
    return of && cell ? shownText(sheet.edits, of, cell, sheet.reading) : '';
  };
  const go = (to: Position, isExtended = false): void => {
    onRange({ from: isExtended ? range.from : to, to });
  };
  const commit = (text: string | undefined): void => {
    setDraft(undefined);
    if (text !== undefined) sheet.type(rows, filled({ from: at, to: at }, text));
  };
  useFocus(table, at, draft === undefined);
  const shortcuts = useShortcuts({ ...props, textAt });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (draft === undefined && shortcuts(event)) {
      event.preventDefault();
      return;
    }
    if (draft !== undefined && !['Enter', 'Tab', 'Escape'].includes(event.key)) return;
    if (event.key === 'Escape') setDraft(undefined);
    const to = movedBy(event, at, rows.length);
    if (to !== undefined) {
      event.preventDefault();
      commit(draft);
      go(to, event.shiftKey && event.key.startsWith('Arrow'));
    } else if (event.key === 'Tab') commit(draft);
    else if (event.key === 'F2') setDraft(textAt(at));
    else if (draft === undefined && isTyping(event)) {
      event.preventDefault();
      setDraft(event.key);
    }
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (draft !== undefined) return;
    event.preventDefault();
    sheet.type(rows, pasted(range, event.clipboardData.getData('text/plain'), rows.length));
  };
  const onCopy = (event: ClipboardEvent): void => {
    if (draft !== undefined) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', copied(range, textAt));
  };
  const { from, to } = sorted(range);
  return (
    <div className="desk-scroll" data-scrolls>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cells of this table are edited
        role="grid"
        className="desk-grid"
        aria-label={t('many.title')}
        aria-multiselectable
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onCopy={onCopy}
      >
        <thead>
          <tr>
            {CELLS.map(cell => (
              <th key={cell} scope="col" data-end={isFigure(cell) || undefined}>
                {t(HEADS[cell])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <TableRow
              key={row.variant}
              row={row}
              index={index}
              edit={editedCells(sheet.edits, row)}
              errors={errors[row.variant]}
              reading={sheet.reading}
              active={index === at.row ? at.column : undefined}
              first={index >= from.row && index <= to.row ? from.column : undefined}
              last={to.column}
              draft={index === at.row ? draft : undefined}
              onGo={go}
              onDraft={setDraft}
              onCommit={commit}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Moves the focus with the active cell, unless it is outside of the table. */
function useFocus(
  table: { current: HTMLTableElement | null },
  { row, column }: Position,
  isMoving: boolean,
): void {
  const wasEditing = useRef(false);
  useEffect(() => {
    // The field of an edited cell takes the focus with it when it goes.
    const isLost = wasEditing.current && document.activeElement === document.body;
    wasEditing.current = !isMoving;
    const hasFocus = table.current?.contains(document.activeElement);
    if (!isMoving || !(hasFocus || isLost)) return;
    table.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)?.focus();
  }, [table, row, column, isMoving]);
}

/** Ctrl-D, Ctrl-Z, Ctrl-A and Delete; true if the key was one of them. */
function useShortcuts(props: {
  rows: readonly Row[];
  sheet: Sheet;
  range: Range;
  onRange: (range: Range) => void;
  textAt: (at: Position) => string;
}): (event: KeyboardEvent) => boolean {
  const { rows, sheet, range, onRange, textAt } = props;
  const all = { row: rows.length - 1, column: CELLS.length - 1 };
  const withCtrl: Record<string, () => void> = {
    d: () => sheet.type(rows, filledDown(range, textAt)),
    z: () => sheet.undo(),
    a: () => onRange({ from: { row: 0, column: 0 }, to: all }),
  };
  return event => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      sheet.type(rows, filled(range, ''));
      return true;
    }
    if (!event.ctrlKey && !event.metaKey) return false;
    const run = withCtrl[event.key.toLowerCase()];
    run?.();
    return run !== undefined;
  };
}
