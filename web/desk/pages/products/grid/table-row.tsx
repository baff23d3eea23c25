import { memo, type ReactNode } from 'react';
import { useStatusText } from '../../../parts/tag.js';
import { useT } from '../../../texts/index.js';
import {
  CELLS,
  type CellName,
  isFigure,
  type Position,
  type Reading,
  type Row,
  storedText,
} from './sheet.js';

type Props = {
  row: Row;
  index: number;
  edit: Partial<Record<CellName, string>> | undefined;
  errors: Readonly<Record<string, string>> | undefined;
  reading: Reading;
  /** The column of the active cell. */
  active: number | undefined;
  /** The selected columns. */
  first: number | undefined;
  last: number;
  /** The text of the active cell while it is edited. */
  draft: string | undefined;
  onGo: (to: Position, isExtended?: boolean) => void;
  onDraft: (text: string) => void;
  onCommit: (text: string) => void;
};

export const TableRow = memo(function TableRow(props: Props): ReactNode {
  const { row, index, edit, errors, reading, active, first, last, draft } = props;
  const t = useT();
  const statusText = useStatusText();
  return (
    <tr>
      {CELLS.map((cell, column) => {
        const text = edit?.[cell] ?? storedText(row, cell, reading);
        const problem = errors?.[cell] ?? (column === 0 ? errors?.row : undefined);
        const isActive = active === column;
        return (
          <td
            key={cell}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid
            role="gridcell"
            data-cell={`${index}:${column}`}
            tabIndex={isActive ? 0 : -1}
            aria-selected={first !== undefined && column >= first && column <= last}
            aria-invalid={problem !== undefined || undefined}
            data-active={isActive || undefined}
            data-edited={edit?.[cell] !== undefined || undefined}
            data-end={isFigure(cell) || undefined}
            title={problem}
            onMouseDown={event => props.onGo({ row: index, column }, event.shiftKey)}
            onDoubleClick={() => props.onDraft(text)}
          >
            {isActive && draft !== undefined ? (
              <Editor {...props} cell={cell} draft={draft} />
            ) : (
              shown(cell, text)
            )}
            {problem !== undefined && <span className="desk-grid-error">{problem}</span>}
          </td>
        );
      })}
    </tr>
  );

  function shown(cell: CellName, text: string): ReactNode {
    if (cell === 'status') return reading.statuses.has(text) ? statusText(text) : text;
    if (text === '' && cell === 'price') return t('many.noPrice');
    return text;
  }
});

function Editor(props: Props & { cell: CellName; draft: string }): ReactNode {
  const { cell, draft, onDraft, onCommit } = props;
  const t = useT();
  return (
    <input
      // The cell that is edited has the focus.
      // biome-ignore lint/a11y/noAutofocus: the key that opens the editor moves the focus into it
      autoFocus
      className="desk-grid-input"
      aria-label={t('many.cell')}
      data-end={isFigure(cell) || undefined}
      maxLength={1_000}
      value={draft}
      onChange={event => onDraft(event.currentTarget.value)}
      onBlur={event => onCommit(event.currentTarget.value)}
      onMouseDown={event => event.stopPropagation()}
    />
  );
}
