import { useFormat } from '../../../shared/i18n/format.js';
import { type Key, useT } from '../../texts/index.js';
import type { AuditEntry } from './calls.js';

/** "min_quantity" and "price-lists" as words. */
const asWords = (name: string): string => name.replaceAll(/[_-]/g, ' ');

/** A list of plain values as text. */
const asList = (values: readonly unknown[]): string | undefined => {
  if (values.some(value => typeof value === 'object')) return undefined;
  return values.length === 0 ? '—' : values.join(', ');
};

/** What the log keeps in place of values that it must not show. */
const PLACEHOLDERS: readonly (readonly [RegExp, Key])[] = [
  [/^\[secret\]$/, 'audit.secret'],
  [/^\[personal\]$/, 'audit.personal'],
  [/^\[text [0-9a-f]{32}\]$/, 'audit.hashed'],
];

const placeholderOf = (value: unknown): Key | undefined =>
  typeof value === 'string'
    ? PLACEHOLDERS.find(([pattern]) => pattern.test(value))?.[1]
    : undefined;

/** Texts of entries in the reader's language; names without a text are shown as words. */
export function useEntryText() {
  const t = useT();
  const format = useFormat();
  const textOr = (key: string, name: string): string => {
    const text = t(key as Key);
    return text === key ? asWords(name) : text;
  };
  return {
    action: (name: string) => textOr(`audit.action.${name}`, name.replaceAll('.', ': ')),
    type: (name: string) => textOr(`audit.type.${name}`, name),
    field: (name: string) => asWords(name).replaceAll('.', ' › '),
    actor: ({ actor }: Pick<AuditEntry, 'actor'>): string => {
      if (actor.kind === 'customer') return t('role.customer');
      return actor.name ?? actor.employee_number ?? t('audit.nobody');
    },
    value: (value: unknown): string => {
      if (value === null || value === undefined || value === '') return '—';
      const placeholder = placeholderOf(value);
      if (placeholder) return t(placeholder);
      if (typeof value === 'boolean') return t(value ? 'settings.yes' : 'settings.no');
      if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value)) {
        return format.dateTime(value);
      }
      const list = Array.isArray(value) ? asList(value) : undefined;
      return list ?? (typeof value === 'string' ? value : JSON.stringify(value));
    },
  };
}
