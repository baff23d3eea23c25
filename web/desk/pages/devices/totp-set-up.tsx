import { Box, Code, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { answer, type paths } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { QrCode } from '../../../shared/components/qr-code.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';

export const KEY = ['totp'];

export type SetUp =
  paths['/auth/totp/setup/']['post']['responses'][200]['content']['application/json'];

/** Shows the secret and the recovery codes once; the first code of the app turns the codes on. */
export function TotpSetUp({ setUp, onClose }: { setUp: SetUp; onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const form = useForm({
    start: () => ({ code: '' }),
    save: body => answer(api.POST('/auth/totp/confirm/', { body })),
    changes: [KEY],
    done: () => t('totp.done.on'),
    onClose,
  });
  return (
    <FormDialog
      title={t('totp.title')}
      size="lg"
      submit={t('totp.confirm')}
      isReady={form.draft.code.trim() !== ''}
      {...form.dialog}
    >
      <Group align="flex-start" gap="lg">
        <QrCode content={setUp.uri} label={t('totp.qr')} />
        <Stack flex="1 1 240px" gap="xs">
          <Text size="sm">{t('totp.scan')}</Text>
          <Text size="sm" fw={600} id="totp-key">
            {t('totp.key')}
          </Text>
          <Code aria-labelledby="totp-key" role="group" style={{ overflowWrap: 'anywhere' }}>
            {setUp.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </Code>
        </Stack>
      </Group>
      <div>
        <Text size="sm" fw={600}>
          {t('totp.recovery')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('totp.recovery.text')}
        </Text>
        <SimpleGrid
          component="ul"
          cols={{ base: 2, sm: 5 }}
          spacing="xs"
          mt="xs"
          p={0}
          style={{ listStyle: 'none' }}
          aria-label={t('totp.recovery')}
        >
          {setUp.recovery_codes.map(code => (
            <Box component="li" key={code}>
              <Code>{code}</Code>
            </Box>
          ))}
        </SimpleGrid>
      </div>
      <TextInput
        label={t('totp.first')}
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        maxLength={20}
        {...form.text('code')}
      />
    </FormDialog>
  );
}
