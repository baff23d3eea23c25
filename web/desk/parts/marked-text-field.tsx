import { ActionIcon, Box, Button, Group, Input, Textarea } from '@mantine/core';
import { IconBold, IconHeading, IconLink, IconList } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { FormattedText } from '../../shared/components/formatted-text.js';
import { useT } from '../texts/index.js';
import { addLink, type Selected, toggleBold, toggleLines } from './text-marks.js';

type Mark = 'bold' | 'heading' | 'list' | 'link';
const ICONS: Record<Mark, ReactNode> = {
  bold: <IconBold size={16} />,
  heading: <IconHeading size={16} />,
  list: <IconList size={16} />,
  link: <IconLink size={16} />,
};
const MARKS = Object.keys(ICONS) as Mark[];

/** A text with headings, lists, bold words and links, and how the shop shows it. */
export function MarkedTextField(props: {
  label: string;
  description?: string;
  value: string;
  onChange: (text: string) => void;
  error?: string;
  maxLength: number;
  minRows?: number;
}): ReactNode {
  const { label, description, value, onChange, error, maxLength, minRows = 3 } = props;
  const t = useT();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [isPreview, setPreview] = useState(false);
  const select = useSelection(field);
  const mark = (kind: Mark): void => {
    const { selectionStart: start = 0, selectionEnd: end = 0 } = field.current ?? {};
    const marked = markedWith(kind, { text: value, start, end }, t('marks.words'));
    if (marked.text.length > maxLength) return;
    onChange(marked.text);
    select(marked);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'b' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    mark('bold');
  };
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error}>
      <Group gap={4} my={4} role="toolbar" aria-label={t('marks.title')}>
        {MARKS.map(kind => (
          <ActionIcon
            key={kind}
            variant="default"
            disabled={isPreview}
            aria-label={t(`marks.${kind}`)}
            title={t(`marks.${kind}`)}
            onClick={() => mark(kind)}
          >
            {ICONS[kind]}
          </ActionIcon>
        ))}
        <Button size="compact-sm" variant="subtle" onClick={() => setPreview(!isPreview)}>
          {t(isPreview ? 'marks.edit' : 'marks.preview')}
        </Button>
      </Group>
      {isPreview ? (
        <Box component="section" aria-label={t('marks.preview')} className="desk-preview">
          <FormattedText text={value} />
        </Box>
      ) : (
        <Textarea
          id={id}
          ref={field}
          autosize
          minRows={minRows}
          maxRows={12}
          maxLength={maxLength}
          value={value}
          onChange={event => onChange(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          error={error !== undefined}
        />
      )}
    </Input.Wrapper>
  );
}

const markedWith = (kind: Mark, selected: Selected, words: string): Selected => {
  if (kind === 'bold') return toggleBold(selected);
  if (kind === 'link') return addLink(selected, words);
  return toggleLines(selected, kind === 'heading' ? '#' : '-');
};

/** Selects a part of the field once it has the new text. */
function useSelection(field: { current: HTMLTextAreaElement | null }): (next: Selected) => void {
  const [wanted, setWanted] = useState<Selected>();
  useLayoutEffect(() => {
    if (wanted === undefined || field.current === null) return;
    field.current.focus();
    field.current.setSelectionRange(wanted.start, wanted.end);
  }, [wanted, field]);
  return setWanted;
}
