import type { Language } from '../../platform/language.js';
import { clean, withoutControls } from '../../platform/plain-text.js';
import type { Texts } from './en.js';
import { textsIn } from './texts-in.js';

export const MAIL_KINDS = [
  'order_confirmation',
  'pickup_ready',
  'order_shipped',
  'order_cancelled',
  'layaway_reminder',
  'quote',
  'staff_invitation',
  'customer_invitation',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** A store's own texts of a mail; an empty one is that of the service. */
export type MailTemplate = { subject: string; intro: string; closing: string };
export type MailTemplates = Partial<Record<MailKind, Partial<Record<Language, MailTemplate>>>>;

export type Placeholder = 'store' | 'number' | 'total' | 'until';
type Values = Partial<Record<Placeholder, string>>;

type Kind = {
  placeholders: readonly Placeholder[];
  /** What an intro of the store's own must not leave out, because the rest of the mail lacks it. */
  required: readonly Placeholder[];
  subject: (texts: Texts, values: Required<Values>) => string;
  intro: (texts: Texts, values: Required<Values>) => string;
};

const KINDS: Record<MailKind, Kind> = {
  order_confirmation: {
    placeholders: ['store', 'number', 'total'],
    required: [],
    subject: ({ order }, { number }) => order.subject(number),
    intro: ({ order }, { store }) => order.thanks(store),
  },
  pickup_ready: {
    placeholders: ['store', 'number'],
    required: [],
    subject: ({ ready }, { number }) => ready.subject(number),
    intro: ({ ready }, { number }) => ready.at(number),
  },
  order_shipped: {
    placeholders: ['store', 'number'],
    required: [],
    subject: ({ shipped }, { number }) => shipped.subject(number),
    intro: ({ shipped }, { number }) => shipped.onItsWay(number),
  },
  order_cancelled: {
    placeholders: ['store', 'number'],
    required: [],
    subject: ({ cancelled }, { number }) => cancelled.subject(number),
    intro: ({ cancelled }, { number, store }) => cancelled.order(number, store),
  },
  layaway_reminder: {
    placeholders: ['store', 'number', 'until'],
    required: ['until'],
    subject: ({ layaway }, { number }) => layaway.subject(number),
    intro: ({ layaway }, { store, until }) => layaway.until(store, until),
  },
  quote: {
    placeholders: ['store', 'number', 'total'],
    required: [],
    subject: ({ quote }, { store, number }) => quote.subject(store, number),
    intro: ({ quote }, { store }) => quote.intro(store),
  },
  staff_invitation: {
    placeholders: ['store'],
    required: [],
    subject: ({ invitation }, { store }) => invitation.staff.subject(store),
    intro: ({ invitation }, { store }) => invitation.staff.intro(store),
  },
  customer_invitation: {
    placeholders: ['store'],
    required: [],
    subject: ({ invitation }, { store }) => invitation.customer.subject(store),
    intro: ({ invitation }, { store }) => invitation.customer.intro(store),
  },
};

export const placeholdersOf = (kind: MailKind): readonly Placeholder[] => KINDS[kind].placeholders;
export const requiredOf = (kind: MailKind): readonly Placeholder[] => KINDS[kind].required;

const PLACEHOLDER = /\{([^{}]*)\}/g;

const NAMED: Required<Values> = {
  store: '{store}',
  number: '{number}',
  total: '{total}',
  until: '{until}',
};

/** The texts of the service, with placeholders in the place of values. */
export const defaultTemplate = (kind: MailKind, language: Language): MailTemplate => {
  const texts = textsIn(language);
  return {
    subject: KINDS[kind].subject(texts, NAMED),
    intro: KINDS[kind].intro(texts, NAMED),
    closing: '',
  };
};

export type TemplateProblem =
  | { field: keyof MailTemplate; problem: 'unknown' | 'missing'; name: string }
  | { field: keyof MailTemplate; problem: 'brace' | 'line' };

/** Unknown placeholders, single braces, required ones left out, a subject of several lines. */
export function problemsOfTemplate(kind: MailKind, template: MailTemplate): TemplateProblem[] {
  const known = new Set<string>(KINDS[kind].placeholders);
  const problems: TemplateProblem[] = [];
  for (const field of ['subject', 'intro', 'closing'] as const) {
    const text = template[field];
    for (const [, name = ''] of text.matchAll(PLACEHOLDER)) {
      if (!known.has(name)) problems.push({ field, problem: 'unknown', name });
    }
    if (/[{}]/.test(text.replaceAll(PLACEHOLDER, ''))) problems.push({ field, problem: 'brace' });
  }
  if (/[\r\n]/.test(template.subject)) problems.push({ field: 'subject', problem: 'line' });
  for (const name of KINDS[kind].required) {
    const isMissing = template.intro !== '' && !template.intro.includes(`{${name}}`);
    if (isMissing) problems.push({ field: 'intro', problem: 'missing', name });
  }
  return problems;
}

/** One pass, so that a value that looks like a placeholder stays as it is. */
const fillIn = (text: string, values: Values): string =>
  text.replaceAll(PLACEHOLDER, (whole, name: Placeholder) => {
    const value = values[name];
    return value === undefined ? whole : clean(value);
  });

const linesOf = (text: string, values: Values): string[] =>
  text === '' ? [] : text.split(/\r?\n/).map(line => withoutControls(fillIn(line, values)));

export type WrittenTemplate = { subject: string; intro: string[]; closing: string[] };

/**
 * What a mail says: the store's own texts, and those of the service where it has none. A line with
 * the number is added if they leave it out: the customer asks with it, and the history of a sale
 * finds its mails by it.
 */
export function writtenTemplate(
  templates: MailTemplates | undefined,
  kind: MailKind,
  language: Language,
  values: Values,
  usual: { subject: string; intro: string },
): WrittenTemplate {
  const own = templates?.[kind]?.[language];
  const written = {
    subject: own?.subject ? clean(fillIn(own.subject, values)) : usual.subject,
    intro: own?.intro ? linesOf(own.intro, values) : [usual.intro],
    closing: linesOf(own?.closing ?? '', values),
  };
  const number = clean(values.number ?? '');
  const texts = [written.subject, ...written.intro, ...written.closing];
  // The number of a quote stands in the rest of its mail.
  if (kind === 'quote' || texts.some(text => text.includes(number))) return written;
  return { ...written, intro: [...written.intro, textsIn(language).order.number(number)] };
}
