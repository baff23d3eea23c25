import { Button, FileButton, Group, Image, Input, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../shared/api/index.js';
import { uploadPicture } from '../pages/products/calls.js';
import { useDesk } from '../state/desk.js';
import { useAction } from '../state/use-action.js';
import { useT } from '../texts/index.js';

/** One uploaded picture, or none. */
export function PictureField(props: {
  label: string;
  hint?: string;
  /** Where there is no picture. */
  none: string;
  remove: string;
  id: string | null;
  onChange: (id: string | null) => void;
  error?: string;
}): ReactNode {
  const { label, hint, none, remove, id, onChange, error } = props;
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  const picture = useQuery({
    queryKey: ['media', id],
    queryFn: () => answer(api.GET('/media/{id}/', { params: { path: { id: id ?? '' } } })),
    enabled: id !== null,
  });
  const upload = useAction((file: File) => uploadPicture(api, file), {
    changes: [],
    onDone: ({ id: uploaded }) => onChange(uploaded),
  });
  return (
    <Input.Wrapper label={label} labelElement="div" description={hint} error={error}>
      <Group mt={6}>
        {id === null && <Text size="sm">{none}</Text>}
        {id !== null && picture.data !== undefined && (
          <Image src={picture.data.url} alt={label} h={60} w="auto" maw={160} />
        )}
        {may('catalog.chain') && (
          <FileButton
            accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
            onChange={file => file !== null && upload.mutate(file)}
          >
            {button => (
              <Button
                variant="default"
                size="compact-sm"
                loading={upload.isPending}
                aria-label={`${t('settings.logo.choose')}: ${label}`}
                {...button}
              >
                {t('settings.logo.choose')}
              </Button>
            )}
          </FileButton>
        )}
        {id !== null && (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(null)}>
            {remove}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
