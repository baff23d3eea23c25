import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Failed, Loading } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { Panel } from '../parts/panel.js';
import { useShopError } from '../parts/shop-error.js';
import { useT } from '../texts/index.js';
import type { Cart } from '../types.js';

const ageOf = (cart: Cart): number =>
  Math.max(0, ...cart.line_items.map(line => line.minimum_age ?? 0));

/** What the service knows about the age of the visitor. */
type Standing = { verified: boolean; refused_until?: string | null };

type AgeFormProps = { minimumAge: number; known: Standing };

function AgeForm({ minimumAge, known }: AgeFormProps): ReactNode {
  const format = useFormat();
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const errorText = useShopError();
  const [birthday, setBirthday] = useState('');
  const verify = useMutation({
    mutationFn: () =>
      answer(
        api.POST('/compliance/age-verification/', {
          body: { method: 'self_declared', date_of_birth: birthday, minimum_age: minimumAge },
        }),
      ),
    onSuccess: found => found.verified && queries.invalidateQueries({ queryKey: ['age'] }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (birthday !== '') verify.mutate();
  };
  const standing: Standing = verify.data ?? known;
  const until = standing.refused_until ?? null;
  const isNew = verify.data !== undefined && !verify.data.verified;
  const refused = until && t('age.refused', { age: minimumAge, time: format.dateTime(until) });
  const tooYoung = refused ?? (isNew ? t('age.tooYoung', { age: minimumAge }) : null);
  return (
    <Panel title={t('age.title', { age: minimumAge })}>
      <Text size="sm">{t('age.text', { age: minimumAge })}</Text>
      <Stack component="form" onSubmit={submit} gap="sm">
        <Group align="flex-end">
          <TextInput
            type="date"
            label={t('age.birthday')}
            autoComplete="bday"
            required
            value={birthday}
            onChange={event => setBirthday(event.currentTarget.value)}
          />
          <Button type="submit" loading={verify.isPending}>
            {t('age.confirm')}
          </Button>
        </Group>
        {(tooYoung !== null || verify.error !== null) && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {tooYoung ?? errorText(verify.error)}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

/** Shows the payment only after the age check. */
export function AgeGate({ cart, children }: { cart: Cart; children: ReactNode }): ReactNode {
  const api = useApi();
  const minimumAge = ageOf(cart);
  const status = useQuery({
    queryKey: ['age', minimumAge],
    queryFn: () =>
      answer(
        api.GET('/compliance/age-verification/status/', {
          params: { query: { minimum_age: minimumAge } },
        }),
      ),
    enabled: minimumAge > 0,
    staleTime: 0,
  });
  if (minimumAge === 0 || status.data?.verified === true) return children;
  if (status.isError) return <Failed error={status.error} onRetry={() => void status.refetch()} />;
  return status.data === undefined ? (
    <Loading />
  ) : (
    <AgeForm minimumAge={minimumAge} known={status.data} />
  );
}
