import { en, type Texts } from './en.js';

export type { Texts } from './en.js';
export {
  defaultTemplate,
  MAIL_KINDS,
  type MailKind,
  type MailTemplate,
  type MailTemplates,
  placeholdersOf,
  problemsOfTemplate,
  requiredOf,
  type TemplateProblem,
  type WrittenTemplate,
  writtenTemplate,
} from './mail-templates.js';
export { textsIn } from './texts-in.js';

/** A method that still has its first name is named in the language; any other name is the shop's own. */
export function methodName({ code, name }: { code: string; name: string }, texts: Texts): string {
  const key = code as keyof Texts['methods'];
  return en.methods[key] === name ? texts.methods[key] : name;
}
