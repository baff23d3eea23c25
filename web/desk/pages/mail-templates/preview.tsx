import { Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Failed } from '../../../shared/components/states.js';
import { MailFrame } from '../../parts/mail-frame.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { MailTemplate } from '../../types.js';

type Texts = Pick<MailTemplate, 'subject' | 'intro' | 'closing'>;

/** The mail as it would be sent, on the screen or to the reader's own address. */
export function Preview(props: {
  path: { store: string } & Pick<MailTemplate, 'kind' | 'language'>;
  draft: Texts;
}): ReactNode {
  const t = useT();
  const api = useApi();
  const params = { path: props.path };
  const preview = useAction(
    (body: Texts) =>
      answer(api.POST('/mail-templates/{store}/{kind}/{language}/preview/', { params, body })),
    { changes: [], quiet: true },
  );
  const test = useAction(
    (body: Texts) =>
      answer(api.POST('/mail-templates/{store}/{kind}/{language}/test/', { params, body })),
    { changes: [], done: ({ sent_to: address }) => t('mails.tested', { address }) },
  );
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          loading={preview.isPending}
          onClick={() => preview.mutate(props.draft)}
        >
          {t('mails.preview')}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={test.isPending}
          onClick={() => test.mutate(props.draft)}
        >
          {t('mails.test')}
        </Button>
      </Group>
      {preview.error && <Failed error={preview.error} />}
      {preview.data && <Mail {...preview.data} />}
    </Stack>
  );
}

/** Both parts of the mail: mail programs show the HTML, some people read the text. */
function Mail(props: { subject: string; text: string; html: string }): ReactNode {
  const t = useT();
  return (
    <section aria-label={t('mails.preview.title')}>
      <Text size="xs" c="dimmed">
        {t('mails.preview.title')}
      </Text>
      <Text size="sm" fw={600}>
        {props.subject}
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm" mt={4}>
        <figure className="desk-mail-part">
          <figcaption>{t('mails.preview.html')}</figcaption>
          <MailFrame html={props.html} />
        </figure>
        <figure className="desk-mail-part">
          <figcaption>{t('mails.preview.plain')}</figcaption>
          <Code block className="desk-mail" tabIndex={0}>
            {props.text}
          </Code>
        </figure>
      </SimpleGrid>
    </section>
  );
}
