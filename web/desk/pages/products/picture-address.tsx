import { Button, Group, TextInput } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { ApiError } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Failed } from '../../../shared/components/states.js';
import { useI18n } from '../../../shared/i18n/index.js';
import { fieldTexts } from '../../../shared/i18n/refusals.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import { fetchPicture } from './calls.js';
import { addedPicture, type PictureDraft } from './draft.js';

/** The service fetches the picture; saving the product attaches it like an uploaded one. */
export function PictureAddress({ onAdded }: { onAdded: (added: PictureDraft) => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const { language } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const [url, setUrl] = useState('');
  const fetching = useAction(() => fetchPicture(api, url.trim()), {
    changes: [],
    quiet: true,
    onDone: media => {
      onAdded(addedPicture(media));
      setUrl('');
      setOpen(false);
    },
  });
  if (!isOpen) {
    return (
      <Group>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconLink size={16} />}
          onClick={() => setOpen(true)}
        >
          {t('products.pictures.byAddress')}
        </Button>
      </Group>
    );
  }
  const { error } = fetching;
  const message = error instanceof ApiError ? fieldTexts(language, error).url : undefined;
  const send = (): void => {
    if (/^https?:\/\/\S+$/.test(url.trim())) fetching.mutate(undefined);
  };
  return (
    <>
      <Group align="flex-end" gap="sm">
        <TextInput
          type="url"
          flex="1 1 260px"
          label={t('products.pictures.address')}
          placeholder="https://"
          maxLength={2_000}
          data-autofocus
          value={url}
          error={message}
          onChange={event => {
            setUrl(event.currentTarget.value);
            fetching.reset();
          }}
          onKeyDown={event => {
            if (event.key !== 'Enter') return;
            // The field is in the form of the product, which Enter would save.
            event.preventDefault();
            send();
          }}
        />
        <Button
          variant="default"
          loading={fetching.isPending}
          disabled={!/^https?:\/\/\S+$/.test(url.trim())}
          onClick={send}
        >
          {t('products.pictures.fetch')}
        </Button>
      </Group>
      {error && message === undefined && <Failed error={error} />}
    </>
  );
}
