import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../shared/api/index.js';
import { FormattedText } from '../../shared/components/formatted-text.js';
import { Show } from '../../shared/components/states.js';
import { useI18n } from '../../shared/i18n/index.js';
import { LostPage } from '../layout/lost-page.js';
import { useTitle } from '../layout/use-title.js';
import { useShop } from '../session/store.js';
import { useT } from '../texts/index.js';
import { LEGAL_KINDS, type LegalKind, legalKey } from './keys.js';

function useLegalText(kind: LegalKind) {
  const api = useApi();
  const { store } = useShop();
  const { language } = useI18n();
  return useQuery({
    queryKey: legalKey(store.id, { kind, language }),
    queryFn: () =>
      answer(
        api.GET('/web-commerce/legal/{kind}/', {
          params: { path: { kind }, query: { store_id: store.id, language } },
        }),
      ),
  });
}

function KnownPage({ kind }: { kind: LegalKind }): ReactNode {
  const t = useT();
  const text = useLegalText(kind);
  useTitle(t(`legal.${kind}`));
  return (
    <Stack component="article" maw={720} mx="auto" gap="sm">
      <Title order={1}>{t(`legal.${kind}`)}</Title>
      <Show query={text}>{({ body }) => <FormattedText text={body} />}</Show>
    </Stack>
  );
}

export function LegalPage({ kind }: { kind: string }): ReactNode {
  const known = LEGAL_KINDS.find(one => one === kind);
  return known === undefined ? <LostPage /> : <KnownPage kind={known} />;
}
