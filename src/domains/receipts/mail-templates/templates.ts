import { type FieldErrors, invalid } from '../../../platform/http/failure.js';
import { LANGUAGES, type Language } from '../../../platform/language.js';
import { mailTemplates, type Store } from '../../stores/index.js';
import {
  defaultTemplate,
  MAIL_KINDS,
  type MailKind,
  type MailTemplate,
  placeholdersOf,
  problemsOfTemplate,
  requiredOf,
  type TemplateProblem,
} from '../../texts/index.js';

const NONE: MailTemplate = { subject: '', intro: '', closing: '' };

export function presentTemplate(store: Store, kind: MailKind, language: Language) {
  const own = mailTemplates(store)[kind]?.[language];
  const service = defaultTemplate(kind, language);
  return {
    store_id: store.id,
    kind,
    language,
    ...NONE,
    ...own,
    is_default: own === undefined,
    default_subject: service.subject,
    default_intro: service.intro,
    placeholders: [...placeholdersOf(kind)],
    required: [...requiredOf(kind)],
  };
}

export const presentTemplates = (store: Store) =>
  MAIL_KINDS.flatMap(kind => LANGUAGES.map(language => presentTemplate(store, kind, language)));

const textOf = (problem: TemplateProblem): string => {
  switch (problem.problem) {
    case 'unknown':
      return 'This placeholder does not exist in this mail.';
    case 'missing':
      return `Must contain {${problem.name}}.`;
    case 'brace':
      return 'Braces stand for placeholders only, in pairs.';
    default:
      return 'Must be a single line.';
  }
};

/** The texts as they are kept; refuses placeholders that the mail would not fill in. */
export function checkedTemplate(kind: MailKind, sent: Partial<MailTemplate>): MailTemplate {
  const template = {
    subject: (sent.subject ?? '').trim(),
    intro: (sent.intro ?? '').trim(),
    closing: (sent.closing ?? '').trim(),
  };
  const fields: FieldErrors = {};
  for (const problem of problemsOfTemplate(kind, template)) {
    fields[problem.field] = [...new Set([...(fields[problem.field] ?? []), textOf(problem)])];
  }
  if (Object.keys(fields).length > 0) {
    throw invalid('Some texts are not valid.', fields, 'INVALID_TEMPLATE');
  }
  return template;
}
