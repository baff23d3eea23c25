import { en, type Texts } from './en.js';

export {
  accountExistsBody,
  deletionBody,
  invitationBody,
  loginCodeBody,
  newDeviceBody,
  passwordChangedBody,
  passwordResetBody,
  registrationBody,
  type SignInChange,
  signInChangedBody,
} from './bodies/account-bodies.js';
export {
  backInStockBody,
  type CartLinks,
  cartReminderBody,
  giftCardBody,
  refundBody,
  returnBody,
} from './bodies/shop-bodies.js';
export type { Texts } from './en.js';
export { MAIL_KINDS, type MailKind, placeholdersOf, requiredOf } from './mail-kinds.js';
export {
  closingOf,
  defaultTemplate,
  type MailTemplate,
  type MailTemplates,
  problemsOfTemplate,
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

/** For shoppers a card is a card, whichever company charges it and whatever the office calls that. */
export const shopperMethodName = (
  method: { code: string; name: string; isCard: boolean },
  texts: Texts,
): string => (method.isCard ? texts.methods.card : methodName(method, texts));
