import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../../texts/index.js';
import type { Changes as Changed } from './calls.js';
import { useEntryText } from './entry-text.js';
import { Value } from './value.js';

/** Enough for a form; a created product has more. */
const SHOWN = 6;
const SHOWN_IN_LIST = 2;

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Each field with its value before and after. */
export function Changes(props: {
  changes: Changed;
  isWhole?: boolean;
  isShort?: boolean;
}): ReactNode {
  const { changes, isWhole = false, isShort = false } = props;
  const t = useT();
  const text = useEntryText();
  // A field that was empty and stays so was only sent along.
  const all = Object.entries(changes).filter(
    ([, { before, after }]) => !(isEmpty(before) && isEmpty(after)),
  );
  const shown = isWhole ? all : all.slice(0, isShort ? SHOWN_IN_LIST : SHOWN);
  if (all.length === 0) return null;
  return (
    <ul className="desk-changes">
      {shown.map(([field, { before, after }]) => (
        <li key={field}>
          <Text span size="xs" c="dimmed">
            {text.field(field)}
          </Text>{' '}
          <Text span size="sm">
            <del>
              <Value field={field} value={before} />
            </del>{' '}
            →{' '}
            <ins>
              <Value field={field} value={after} />
            </ins>
          </Text>
        </li>
      ))}
      {all.length > shown.length && (
        <li>
          <Text span size="xs" c="dimmed">
            {t('audit.more', { count: all.length - shown.length })}
          </Text>
        </li>
      )}
    </ul>
  );
}
