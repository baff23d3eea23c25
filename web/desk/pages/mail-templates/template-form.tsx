import { Group, Text, Textarea, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { MailTemplate, Store } from '../../types.js';
import { Preview } from './preview.js';
import { useLanguageName } from './use-language-name.js';

type Props = { store: Store; template: MailTemplate; onClose: () => void };

const MAX_LENGTH = 2_000;

/** Subject, opening and closing of a mail; an empty field keeps the standard text. */
export function TemplateForm({ store, template, onClose }: Props): ReactNode {
  const t = useT();
  const api = useApi();
  const languageName = useLanguageName();
  const { kind, language } = template;
  const path = { store: store.code, kind, language };
  const kindName = t(`mails.kind.${kind}`);
  const form = useForm({
    start: () => ({
      subject: template.subject,
      intro: template.intro,
      closing: template.closing,
    }),
    record: {
      type: 'mail-templates',
      id: `${store.id}/${kind}/${language}`,
      path: `/mail-templates/${store.id}/${kind}/${language}/`,
      shown: template,
    },
    save: (body, condition) =>
      answer(
        api.PUT('/mail-templates/{store}/{kind}/{language}/', {
          params: { path },
          body,
          ...condition,
        }),
      ),
    changes: [['mail-templates']],
    done: () => t('mails.saved', { kind: kindName }),
    onClose,
  });
  const listed = (names: string[]): string => names.map(name => `{${name}}`).join(', ');
  return (
    <FormDialog
      title={t('mails.title', { kind: kindName, language: languageName(language) })}
      submit={t('app.save')}
      size="xl"
      {...form.dialog}
    >
      <Text size="sm" c="dimmed">
        {t('mails.placeholders', { list: listed(template.placeholders) })}
        {template.required.length > 0 &&
          ` ${t('mails.required', { list: listed(template.required) })}`}
      </Text>
      <TextInput
        label={t('mails.subject')}
        placeholder={template.default_subject}
        data-autofocus
        maxLength={200}
        {...form.text('subject')}
      />
      <Textarea
        label={t('mails.intro')}
        placeholder={template.default_intro}
        description={template.default_intro === '' && t('mails.intro.hint')}
        autosize
        minRows={2}
        maxLength={MAX_LENGTH}
        {...form.text('intro')}
      />
      <Textarea
        label={t('mails.closing')}
        description={t('mails.closing.hint')}
        autosize
        minRows={2}
        maxLength={MAX_LENGTH}
        {...form.text('closing')}
      />
      <Preview path={path} draft={form.draft} />
      {!template.is_default && (
        <Group>
          <ConfirmButton
            label={t('mails.reset')}
            subject={kindName}
            title={t('mails.reset.title')}
            text={t('mails.reset.text')}
            run={() =>
              answer(api.DELETE('/mail-templates/{store}/{kind}/{language}/', { params: { path } }))
            }
            changes={[['mail-templates']]}
            done={t('mails.reset.done')}
            onDone={onClose}
          />
        </Group>
      )}
    </FormDialog>
  );
}
