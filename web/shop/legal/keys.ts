import type { GetResponse } from '../../shared/api/responses.js';

export type LegalText = GetResponse<'/web-commerce/legal/{kind}/'>;
export type LegalKind = LegalText['kind'];

export const LEGAL_KINDS: readonly LegalKind[] = ['imprint', 'terms', 'privacy', 'returns'];

export const legalKey = (
  storeId: string,
  { kind, language }: Pick<LegalText, 'kind' | 'language'>,
) => ['legal', storeId, kind, language] as const;
