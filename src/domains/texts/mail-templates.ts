import type { Language } from '../../platform/language.js';
import { clean, withoutControls } from '../../platform/plain-text.js';
import type { Texts } from './en.js';
import {
  kindNamed,
  type MailKind,
  type Placeholder,
  requiredOf,
  type Values,
  type ValuesOf,
} from './mail-kinds.js';
import { textsIn } from './texts-in.js';

/** A store's own texts of a mail; an empty one is that of the service. */
export type MailTemplate = { subject: string; intro: string; closing: string };
export type MailTemplates = Partial<Record<MailKind, Partial<Record<Language, MailTemplate>>>>;

const PLACEHOLDER = /\{([^{}]*)\}/g;

const NAMED: Values = {
  store: '{store}',
  number: '{number}',
  total: '{total}',
  until: '{until}',
  order: '{order}',
  amount: '{amount}',
  goods: '{goods}',
  code: '{code}',
  change: '{change}',
};

/** The texts of the service. */
function usualOf(
  kind: MailKind,
  language: Language,
  values: Values,
): Pick<MailTemplate, 'subject' | 'intro'> {
  const texts = textsIn(language);
  const { subject, intro } = kindNamed(kind);
  return { subject: subject(texts, values), intro: intro?.(texts, values) ?? '' };
}

/** The texts of the service, with placeholders in the place of values. */
export const defaultTemplate = (kind: MailKind, language: Language): MailTemplate => ({
  ...usualOf(kind, language, NAMED),
  closing: '',
});

export type TemplateProblem =
  | { field: keyof MailTemplate; problem: 'unknown' | 'missing'; name: string }
  | { field: keyof MailTemplate; problem: 'brace' | 'line' };

/** Unknown placeholders, single braces, required ones left out, a subject of several lines. */
export function problemsOfTemplate(kind: MailKind, template: MailTemplate): TemplateProblem[] {
  const known = new Set<string>(kindNamed(kind).placeholders);
  const problems: TemplateProblem[] = [];
  for (const field of ['subject', 'intro', 'closing'] as const) {
    const text = template[field];
    for (const [, name = ''] of text.matchAll(PLACEHOLDER)) {
      if (!known.has(name)) problems.push({ field, problem: 'unknown', name });
    }
    if (/[{}]/.test(text.replaceAll(PLACEHOLDER, ''))) problems.push({ field, problem: 'brace' });
  }
  if (/[\r\n]/.test(template.subject)) problems.push({ field: 'subject', problem: 'line' });
  for (const name of requiredOf(kind)) {
    const isMissing = template.intro !== '' && !template.intro.includes(`{${name}}`);
    if (isMissing) problems.push({ field: 'intro', problem: 'missing', name });
  }
  return problems;
}

const cleaned = (values: Readonly<Record<string, string>>): Partial<Values> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, clean(value)]));

/** One pass, so that a value that looks like a placeholder stays as it is. */
const fillIn = (text: string, values: Partial<Values>): string =>
  text.replaceAll(PLACEHOLDER, (whole, name: Placeholder) => {
    const value = values[name];
    return value === undefined ? whole : clean(value);
  });

const linesOf = (text: string, values: Partial<Values>): string[] =>
  text === '' ? [] : text.split(/\r?\n/).map(line => withoutControls(fillIn(line, values)));

export type WrittenTemplate = { subject: string; intro: string[]; closing: string[] };

/**
 * What a mail says: the store's own texts, and those of the service where it has none. A line with
 * the number is added if they leave it out: customers refer to it, and the history of a sale
 * finds its mails by it.
 */
export function writtenTemplate<K extends MailKind>(
  templates: MailTemplates | undefined,
  kind: K,
  language: Language,
  valuesOfKind: ValuesOf<K>,
  usual = usualOf(kind, language, { ...NAMED, ...cleaned(valuesOfKind) }),
): WrittenTemplate {
  const values: Partial<Values> = valuesOfKind;
  const own = templates?.[kind]?.[language];
  const usualIntro = usual.intro === '' ? [] : [usual.intro];
  const written = {
    subject: own?.subject ? clean(fillIn(own.subject, values)) : usual.subject,
    intro: own?.intro ? linesOf(own.intro, values) : usualIntro,
    closing: linesOf(own?.closing ?? '', values),
  };
  const { tracedBy } = kindNamed(kind);
  if (tracedBy === undefined) return written;
  const number = clean(values[tracedBy] ?? '');
  const texts = [written.subject, ...written.intro, ...written.closing];
  if (texts.some(text => text.includes(number))) return written;
  return { ...written, intro: [...written.intro, numberLine(textsIn(language), tracedBy, number)] };
}

const numberLine = (texts: Texts, tracedBy: 'number' | 'order', number: string): string =>
  tracedBy === 'number' ? texts.order.number(number) : texts.returnRequest.order(number);

/** The closing words of a store as a paragraph of their own, for mails made of lines. */
export const closingOf = ({ closing }: WrittenTemplate): string[] =>
  closing.length === 0 ? [] : ['', ...closing];
