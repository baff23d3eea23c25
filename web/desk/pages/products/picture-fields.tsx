import { ActionIcon, Button, FileButton, Group, Loader, Text } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowRight,
  IconPencil,
  IconPhotoPlus,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Failed } from '../../../shared/components/states.js';
import { DropArea } from '../../parts/drop-area.js';
import { Panel } from '../../parts/page.js';
import { useT } from '../../texts/index.js';
import { uploadPicture } from './calls.js';
import type { PartProps } from './detail-fields.js';
import { addedPicture, type PictureDraft, type ProductDraft } from './draft.js';
import { PictureAddress } from './picture-address.js';
import { PictureDialog } from './picture-dialog.js';

const TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/** Files are uploaded when they are dropped; saving the product attaches them. */
export function PictureFields({ draft, set }: PartProps): ReactNode {
  const t = useT();
  const [edited, setEdited] = useState<PictureDraft>();
  const { pictures } = draft;
  const upload = useUpload(added => set({ pictures: [...pictures, ...added] }));
  return (
    <Panel title={t('products.pictures')}>
      <DropArea onFiles={files => void upload.send(files)}>
        {pictures.length > 0 && <Thumbs draft={draft} set={set} onEdit={setEdited} />}
        <Group gap="sm" align="center">
          <FileButton multiple accept={TYPES} onChange={files => void upload.send(files)}>
            {props => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconPhotoPlus size={16} />}
                disabled={upload.isBusy}
              >
                {t('products.pictures.add')}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            {t('products.pictures.hint')}
          </Text>
          {upload.isBusy && <Loader size="sm" aria-label={t('app.loading')} />}
        </Group>
      </DropArea>
      <PictureAddress onAdded={added => set({ pictures: [...pictures, added] })} />
      {upload.error !== undefined && <Failed error={upload.error} />}
      {edited !== undefined && (
        <PictureDialog
          picture={edited}
          variants={draft.variants}
          onClose={() => setEdited(undefined)}
          onSave={changed =>
            set({ pictures: pictures.map(one => (one.key === changed.key ? changed : one)) })
          }
        />
      )}
    </Panel>
  );
}

/** One file after the other: the service resizes one picture at a time. */
function useUpload(onAdded: (added: PictureDraft[]) => void) {
  const api = useApi();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const send = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0 || isBusy) return;
    setBusy(true);
    setError(undefined);
    const added: PictureDraft[] = [];
    try {
      for (const file of files) added.push(addedPicture(await uploadPicture(api, file)));
    } catch (problem) {
      setError(problem);
    }
    setBusy(false);
    onAdded(added);
  };
  return { send, isBusy, error };
}

function Thumbs(props: {
  draft: ProductDraft;
  set: PartProps['set'];
  onEdit: (picture: PictureDraft) => void;
}): ReactNode {
  const { draft, set, onEdit } = props;
  const { pictures } = draft;
  const [dragged, setDragged] = useState<string>();
  const move = (key: string | undefined, to: number): void => {
    const picture = pictures.find(one => one.key === key);
    if (picture === undefined || to < 0 || to >= pictures.length) return;
    const rest = pictures.filter(one => one !== picture);
    set({ pictures: [...rest.slice(0, to), picture, ...rest.slice(to)] });
  };
  return (
    <ul className="desk-pictures">
      {pictures.map((picture, index) => (
        <li
          key={picture.key}
          draggable
          onDragStart={() => setDragged(picture.key)}
          onDragEnd={() => setDragged(undefined)}
          onDragEnter={() => dragged !== undefined && move(dragged, index)}
        >
          <img
            src={picture.preview}
            alt={picture.alt}
            style={{ objectPosition: `${picture.focal_x * 100}% ${picture.focal_y * 100}%` }}
          />
          <PictureButtons
            number={index + 1}
            isFirst={index === 0}
            isLast={index === pictures.length - 1}
            onMove={step => move(picture.key, index + step)}
            onEdit={() => onEdit(picture)}
            onRemove={() => set({ pictures: pictures.filter(one => one !== picture) })}
          />
        </li>
      ))}
    </ul>
  );
}

function PictureButtons(props: {
  number: number;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: -1 | 1) => void;
  onEdit: () => void;
  onRemove: () => void;
}): ReactNode {
  const { number, isFirst, isLast, onMove, onEdit, onRemove } = props;
  const t = useT();
  const common = { variant: 'subtle', color: 'gray', size: 'md' } as const;
  return (
    <Group gap={2} justify="center" wrap="nowrap">
      <ActionIcon
        {...common}
        disabled={isFirst}
        aria-label={t('products.picture.left', { number })}
        onClick={() => onMove(-1)}
      >
        <IconArrowLeft size={16} />
      </ActionIcon>
      <ActionIcon {...common} aria-label={t('products.picture.edit', { number })} onClick={onEdit}>
        <IconPencil size={16} />
      </ActionIcon>
      <ActionIcon
        {...common}
        aria-label={t('products.picture.remove', { number })}
        onClick={onRemove}
      >
        <IconTrash size={16} />
      </ActionIcon>
      <ActionIcon
        {...common}
        disabled={isLast}
        aria-label={t('products.picture.right', { number })}
        onClick={() => onMove(1)}
      >
        <IconArrowRight size={16} />
      </ActionIcon>
    </Group>
  );
}
