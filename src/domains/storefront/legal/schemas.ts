import {
  Answer,
  Body,
  OneOf,
  OpenQuery,
  Params,
  Text,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { LANGUAGES } from '../../../platform/language.js';
import { LEGAL_KINDS } from './rules.js';

const MAX_BODY = 50_000;

const Name = { kind: OneOf(LEGAL_KINDS), language: OneOf(LANGUAGES) };

export const LegalParams = Params({ store: Text(100, 1) });

export const LegalTextsBody = Body({
  texts: Type.Array(
    Body({
      ...Name,
      body: Text(MAX_BODY),
    }),
    {
      maxItems: LEGAL_KINDS.length * LANGUAGES.length,
      description: 'A text that is left out or empty is the default one',
    },
  ),
});

const LegalText = Answer({
  ...Name,
  body: Type.String({
    description: 'A line that starts with `# ` is a heading; an empty line ends a paragraph',
  }),
  is_default: Type.Boolean({ description: 'The store has not written this text itself' }),
});

export const LegalTextsAnswer = Answer({ store: Uuid, texts: Type.Array(LegalText) });

export const ShopLegalParams = Params({ kind: OneOf(LEGAL_KINDS) });
export const ShopLegalQuery = OpenQuery({
  store_id: Text(100, 1),
  language: Type.Optional(OneOf(LANGUAGES)),
});
export const ShopLegalAnswer = LegalText;
