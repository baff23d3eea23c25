import { Answer, Body, OneOf, Params, Text, Type, Uuid } from '../../../platform/http/schemas.js';
import { LANGUAGES } from '../../../platform/language.js';
import { MAIL_KINDS } from '../../texts/index.js';

export const TemplatesParams = Params({ store: Text(255, 1) });
export const TemplateParams = Params({
  store: Text(255, 1),
  kind: OneOf(MAIL_KINDS),
  language: OneOf(LANGUAGES),
});

const own = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, default: '', description }));

export const TemplateBody = Body({
  subject: own(200, "Empty: the service's own"),
  intro: own(2_000, 'Replaces the first sentence of the mail; empty: it stays'),
  closing: own(2_000, 'The last paragraph of the mail'),
});

export const TemplateAnswer = Answer({
  store_id: Uuid,
  kind: OneOf(MAIL_KINDS),
  language: OneOf(LANGUAGES),
  subject: Type.String(),
  intro: Type.String(),
  closing: Type.String(),
  is_default: Type.Boolean({ description: 'The store has no texts of its own' }),
  default_subject: Type.String(),
  default_intro: Type.String(),
  placeholders: Type.Array(Type.String(), { description: 'May stand in braces: `{number}`' }),
  required: Type.Array(Type.String(), { description: 'An intro must not leave these out' }),
});

export const PreviewAnswer = Answer({
  subject: Type.String(),
  text: Type.String(),
  html: Type.String(),
});

export const TestAnswer = Answer({ sent_to: Type.String() });
