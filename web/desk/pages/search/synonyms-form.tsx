import { TagsInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Edited } from './index.js';

/** Creates or changes a group of words that mean the same. */
export function SynonymsForm(props: { edited: Edited; onClose: () => void }): ReactNode {
  const { edited, onClose } = props;
  const t = useT();
  const api = useApi();
  const form = useForm({
    start: () => ({ terms: edited.terms }),
    record:
      edited.id === undefined
        ? undefined
        : {
            type: 'search-synonyms',
            id: edited.id,
            path: `/search-synonyms/${edited.id}/`,
            shown: edited,
          },
    save: (body, condition) =>
      answer(
        edited.id === undefined
          ? api.POST('/search-synonyms/', { body })
          : api.PATCH('/search-synonyms/{id}/', {
              params: { path: { id: edited.id } },
              body,
              ...condition,
            }),
      ),
    changes: [['search-synonyms']],
    done: () => t('search.synonyms.saved'),
    onClose,
  });
  return (
    <FormDialog
      title={t(edited.id === undefined ? 'search.synonyms.new' : 'search.synonyms.edit')}
      submit={t('app.save')}
      isReady={form.draft.terms.length > 1}
      {...form.dialog}
    >
      <TagsInput
        label={t('search.synonyms.terms')}
        description={t('search.synonyms.hint')}
        data-autofocus
        maxTags={20}
        splitChars={[',', ';']}
        value={form.draft.terms}
        onChange={terms => form.set({ terms })}
        error={form.errorOf('terms')}
      />
    </FormDialog>
  );
}
