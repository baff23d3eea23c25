import { Textarea } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Store } from '../../types.js';
import type { LegalText, LegalTexts } from './index.js';

/** Writes one text; the others of the store are sent as they are. */
export function TextForm(props: {
  store: Store;
  record: LegalTexts;
  text: LegalText;
  title: string;
  onClose: () => void;
}): ReactNode {
  const { store, record, text, title, onClose } = props;
  const t = useT();
  const api = useApi();
  const isThis = (one: LegalText): boolean =>
    one.kind === text.kind && one.language === text.language;
  const others = record.texts.filter(one => !isThis(one) && !one.is_default);
  const form = useForm({
    start: () => ({ body: text.body }),
    record: {
      type: 'legal-texts',
      id: store.id,
      path: `/legal-texts/${store.id}/`,
      shown: record,
    },
    save: ({ body }, condition) => {
      const { kind, language } = text;
      return answer(
        api.PUT('/legal-texts/{store}/', {
          params: { path: { store: store.id } },
          body: {
            texts: [
              ...others.map(one => ({ kind: one.kind, language: one.language, body: one.body })),
              { kind, language, body },
            ],
          },
          ...condition,
        }),
      );
    },
    changes: [['legal-texts']],
    done: () => t('legal.saved', { name: title }),
    onClose,
  });
  return (
    <FormDialog title={title} submit={t('app.save')} size="xl" {...form.dialog}>
      <Textarea
        label={t('legal.body')}
        description={t('legal.body.hint')}
        data-autofocus
        autosize
        minRows={12}
        maxRows={24}
        maxLength={50_000}
        lang={text.language}
        {...form.text('body')}
      />
    </FormDialog>
  );
}
