import { Code, Drawer, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { MailFrame } from '../../parts/mail-frame.js';
import { LabelledValue } from '../../parts/page.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { WholeMail } from '../../types.js';
import { SendAgain } from './send-again.js';
import { useKindText } from './use-kind-text.js';

/** One mail as it was sent, but for its codes and links of accounts. */
export function MailDrawer(props: {
  id: string | undefined;
  onOpen: (id: string) => void;
  onClose: () => void;
}): ReactNode {
  const { id, onOpen, onClose } = props;
  const t = useT();
  const api = useApi();
  const query = useQuery({
    queryKey: ['mails', 'one', id],
    queryFn: () => answer(api.GET('/mails/{id}/', { params: { path: { id: id ?? '' } } })),
    enabled: id !== undefined,
  });
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="xl"
      title={query.data?.subject || t('mails.mail')}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      {id !== undefined && (
        <Show query={query}>{mail => <Detail mail={mail} onOpen={onOpen} />}</Show>
      )}
    </Drawer>
  );
}

function Detail(props: { mail: WholeMail; onOpen: (id: string) => void }): ReactNode {
  const { mail, onOpen } = props;
  const t = useT();
  const format = useFormat();
  const kindText = useKindText();
  const { storeOf } = useDesk();
  const { store_id: store, transaction_id: sale } = mail;
  const time = (at: string | null): string => (at === null ? '—' : format.dateTime(at));
  return (
    <Stack gap="md">
      <Stack gap={6}>
        <LabelledValue label={t('sentMails.kind')}>{kindText(mail.kind)}</LabelledValue>
        <LabelledValue label={t('sentMails.to')}>
          {mail.recipient ?? t('sentMails.hidden')}
        </LabelledValue>
        <LabelledValue label={t('list.status')}>
          <StatusTag status={mail.state} />
        </LabelledValue>
        <LabelledValue label={t('sentMails.written')}>{time(mail.created_at)}</LabelledValue>
        {mail.sent_at !== null && (
          <LabelledValue label={t('sentMails.sent')}>{time(mail.sent_at)}</LabelledValue>
        )}
        {mail.state === 'waiting' && mail.attempts > 0 && (
          <LabelledValue label={t('sentMails.next')}>{time(mail.next_attempt_at)}</LabelledValue>
        )}
        {mail.error !== null && (
          <LabelledValue label={t('sentMails.error')}>{mail.error}</LabelledValue>
        )}
        {sale !== null && (
          <LabelledValue label={t('sentMails.sale')}>
            <Link href={`/transactions/${sale}`} className="desk-link">
              {mail.transaction_number ?? sale}
            </Link>
          </LabelledValue>
        )}
        {store !== null && (
          <LabelledValue label={t('store.one')}>
            {storeOf(store)?.name ?? t('store.closed')}
          </LabelledValue>
        )}
        {mail.attachment_name !== null && (
          <LabelledValue label={t('sentMails.attachment')}>{mail.attachment_name}</LabelledValue>
        )}
      </Stack>
      <SendAgain mail={mail} onSent={onOpen} />
      <Bodies mail={mail} />
    </Stack>
  );
}

/** Mail programs show the HTML, some people read the text. */
function Bodies({ mail: { text, html } }: { mail: WholeMail }): ReactNode {
  const t = useT();
  if (text === null) {
    return (
      <Text size="sm" c="dimmed">
        {t('sentMails.noText')}
      </Text>
    );
  }
  const plain = (
    <Code block className="desk-mail" tabIndex={0}>
      {text}
    </Code>
  );
  if (html === null) return plain;
  return (
    <Tabs defaultValue="html" keepMounted={false}>
      <Tabs.List mb="xs">
        <Tabs.Tab value="html">{t('mails.preview.html')}</Tabs.Tab>
        <Tabs.Tab value="plain">{t('mails.preview.plain')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="html">
        <MailFrame html={html} />
      </Tabs.Panel>
      <Tabs.Panel value="plain">{plain}</Tabs.Panel>
    </Tabs>
  );
}
