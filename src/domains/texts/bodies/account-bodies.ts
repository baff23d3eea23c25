import type { Language } from '../../../platform/language.js';
import { renderLines, renderMail } from '../../../platform/mail/render-mail.js';
import { closingOf, type WrittenTemplate } from '../mail-templates.js';
import { textsIn } from '../texts-in.js';

type Body = { text: string; html: string };

/** The opening of the store as paragraphs before the text of the mail. */
const openingOf = ({ intro }: WrittenTemplate): string[] =>
  intro.length === 0 ? [] : [...intro, ''];

export function registrationBody(own: WrittenTemplate, language: Language, code: string): Body {
  const texts = textsIn(language).registration;
  return renderLines(language, [
    ...openingOf(own),
    texts.code(code),
    '',
    texts.ignore,
    ...closingOf(own),
  ]);
}

export function accountExistsBody(own: WrittenTemplate, language: Language, url: string): Body {
  const texts = textsIn(language).registration;
  return renderLines(language, [
    ...openingOf(own),
    texts.someoneTried,
    '',
    texts.exists(url),
    '',
    texts.ignoreExists,
    ...closingOf(own),
  ]);
}

export function loginCodeBody(own: WrittenTemplate, language: Language, code: string): Body {
  const texts = textsIn(language).loginCode;
  return renderMail({
    language,
    before: [...own.intro, texts.asked],
    facts: [
      [texts.code, code],
      [texts.valid, texts.tenMinutes],
    ],
    after: [texts.ignore, ...own.closing],
  });
}

/** The account by its address, and a page of the screens. */
type AccountLink = { to: string; language: Language; link: string };

export function passwordResetBody(own: WrittenTemplate, { to, language, link }: AccountLink): Body {
  const texts = textsIn(language).password;
  return renderMail({
    language,
    before: [...own.intro, texts.asked, texts.choose(link)],
    facts: [
      [texts.account, to],
      [texts.valid, texts.halfAnHour],
    ],
    after: [texts.ignore, ...own.closing],
  });
}

export function passwordChangedBody(
  own: WrittenTemplate,
  { to, language, link }: AccountLink,
): Body {
  const texts = textsIn(language).password;
  return renderMail({
    language,
    before: [...own.intro, texts.changed],
    facts: [[texts.account, to]],
    after: [texts.notMine(link), ...own.closing],
  });
}

export function deletionBody(own: WrittenTemplate, { to, language, link }: AccountLink): Body {
  const texts = textsIn(language).deletion;
  return renderMail({
    language,
    before: [...own.intro, texts.asked, texts.confirm(link)],
    facts: [
      [texts.account, to],
      [texts.valid, texts.halfAnHour],
    ],
    after: [texts.ignore, ...own.closing],
  });
}

export type NewDeviceFacts = {
  language: Language;
  site: string;
  when: string;
  /** Empty: unknown. */
  device: string;
  place: string;
  link: string;
};

export function newDeviceBody(own: WrittenTemplate, login: NewDeviceFacts): Body {
  const texts = textsIn(login.language).newDevice;
  return renderMail({
    language: login.language,
    before: [...own.intro, texts.what(login.site)],
    facts: [
      [texts.when, login.when],
      [texts.device, login.device || texts.unknown],
      [texts.place, login.place],
    ],
    after: [texts.mine, texts.notMine(login.link), ...own.closing],
  });
}

export type SignInChange =
  | 'totpOn'
  | 'totpOff'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'passkeysRemoved'
  | 'pinChanged'
  | 'usernameChanged'
  | 'rightsAdded'
  | 'singleSignOnAdded'
  | 'addressChanged';

export function signInChangedBody(
  own: WrittenTemplate,
  change: SignInChange,
  { to, language, link }: AccountLink,
): Body {
  const texts = textsIn(language).signIn;
  // The old address no longer opens the account, so only the store can help.
  const remedy = change === 'addressChanged' ? texts.askStore : texts.notMine(link);
  return renderMail({
    language,
    before: [...own.intro, texts[change].what],
    facts: [[texts.account, to]],
    after: [texts.mine, remedy, ...own.closing],
  });
}

export function invitationBody(own: WrittenTemplate, { to, language, link }: AccountLink): Body {
  const texts = textsIn(language).invitation;
  return renderMail({
    language,
    before: [...own.intro, texts.choose(link)],
    facts: [
      [texts.account, to],
      [texts.valid, texts.sevenDays],
    ],
    after: [texts.ignore, ...own.closing],
  });
}
