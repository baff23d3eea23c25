import { ActionIcon, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import css from './sortable-list.module.css';

type Row = { key: string; name: string };

/** A list in an order that people choose: by dragging a row, or with its two buttons. */
export function SortableList<Item extends Row>(props: {
  label: string;
  rows: readonly Item[];
  onMove: (from: number, to: number) => void;
  labels: { up: (name: string) => string; down: (name: string) => string };
  /** What else a row offers. */
  actions?: (row: Item, at: number) => ReactNode;
}): ReactNode {
  const { rows, onMove, labels, actions } = props;
  const list = useRef<HTMLUListElement>(null);
  const { dragged, start } = useDragging(list, rows, onMove);
  const arrow = (at: number, to: number, label: string, icon: ReactNode): ReactNode => (
    <ActionIcon
      variant="default"
      size={40}
      disabled={to < 0 || to >= rows.length}
      aria-label={label}
      onClick={() => onMove(at, to)}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <ul ref={list} className={css.list} aria-label={props.label}>
      {rows.map((row, at) => (
        <li
          key={row.key}
          data-key={row.key}
          className={css.row}
          data-dragged={dragged === row.key || undefined}
        >
          {/* The buttons do the same for the keyboard. */}
          <span className={css.grip} aria-hidden onPointerDown={event => start(event, row.key)}>
            <IconGripVertical size={20} />
          </span>
          <Text className={css.name}>{row.name}</Text>
          {arrow(at, at - 1, labels.up(row.name), <IconArrowUp size={18} />)}
          {arrow(at, at + 1, labels.down(row.name), <IconArrowDown size={18} />)}
          {actions?.(row, at)}
        </li>
      ))}
    </ul>
  );
}

/**
 * Rows change places while one is dragged. The window gets the moves, because a row that changes its
 * place in the page loses the pointer.
 */
function useDragging(
  list: { current: HTMLUListElement | null },
  rows: readonly Row[],
  onMove: (from: number, to: number) => void,
) {
  const [dragged, setDragged] = useState<string>();
  const latest = useRef({ rows, onMove });
  latest.current = { rows, onMove };
  const start = (event: PointerEvent, key: string): void => {
    event.preventDefault();
    setDragged(key);
    const drag = ({ clientX, clientY }: globalThis.PointerEvent): void => {
      const over = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-key]');
      if (!over || !list.current?.contains(over)) return;
      const now = latest.current;
      const indexOf = (wanted: string | undefined): number =>
        now.rows.findIndex(row => row.key === wanted);
      const [from, to] = [indexOf(key), indexOf(over.dataset.key)];
      if (from !== -1 && to !== -1 && from !== to) now.onMove(from, to);
    };
    const ended = new AbortController();
    const end = (): void => {
      ended.abort();
      setDragged(undefined);
    };
    const options = { signal: ended.signal };
    addEventListener('pointermove', drag, options);
    addEventListener('pointerup', end, options);
    addEventListener('pointercancel', end, options);
  };
  return { dragged, start };
}
