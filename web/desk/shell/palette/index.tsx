import {
  ActionIcon,
  Combobox,
  Group,
  Loader,
  Modal,
  Text,
  TextInput,
  useCombobox,
} from '@mantine/core';
import { useDebouncedValue, useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useT } from '../../texts/index.js';
import { type Hit, type HitGroup, useHits } from './use-hits.js';

const TYPING_MS = 150;

/** The button and Ctrl-K (⌘K) that open the search over pages and records. */
export function Palette(): ReactNode {
  const t = useT();
  const [isOpen, dialog] = useDisclosure(false);
  // An empty list of ignored tags: the keys also work while a field has the focus.
  useHotkeys([['mod+K', dialog.toggle]], []);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('palette.open')}
        aria-keyshortcuts="Control+K Meta+K"
        title={t('palette.open.keys')}
        onClick={dialog.open}
      >
        <IconSearch size={20} />
      </ActionIcon>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        withCloseButton={false}
        padding={0}
        yOffset="10vh"
        attributes={{ content: { 'aria-label': t('palette.open') } }}
      >
        {isOpen && <Search onDone={dialog.close} />}
      </Modal>
    </>
  );
}

function Search({ onDone }: { onDone: () => void }): ReactNode {
  const t = useT();
  const [, go] = useLocation();
  const [text, setText] = useState('');
  const [words] = useDebouncedValue(text.trim(), TYPING_MS);
  const { groups, isBusy } = useHits(words, true);
  const combobox = useCombobox({ opened: true });
  const paths = groups.flatMap(group => group.hits.map(hit => hit.path)).join(' ');
  // Enter opens the first hit, so it is selected whenever the list changes.
  useEffect(() => {
    if (paths !== '') combobox.selectFirstOption();
  }, [paths, combobox.selectFirstOption]);
  const open = (path: string): void => {
    onDone();
    go(path);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={open}>
      <Combobox.EventsTarget>
        <TextInput
          data-autofocus
          size="lg"
          variant="unstyled"
          px="md"
          aria-label={t('palette.search')}
          placeholder={t('palette.search')}
          maxLength={100}
          leftSection={isBusy ? <Loader size={18} /> : <IconSearch size={18} />}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          // The list of results keeps the key from the dialog.
          onKeyDown={event => {
            if (event.key === 'Escape') onDone();
          }}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className="desk-hits" aria-label={t('palette.results')}>
        {groups.map(group => (
          <Hits key={group.title} group={group} />
        ))}
        {groups.length === 0 && <Combobox.Empty>{t('palette.none')}</Combobox.Empty>}
      </Combobox.Options>
      <Text size="xs" c="dimmed" px="md" py="xs">
        {t('palette.hint')}
      </Text>
    </Combobox>
  );
}

const Hits = ({ group }: { group: HitGroup }): ReactNode => (
  <Combobox.Group label={group.title}>
    {group.hits.map(hit => (
      <Option key={hit.path} hit={hit} />
    ))}
  </Combobox.Group>
);

const Option = ({ hit }: { hit: Hit }): ReactNode => (
  <Combobox.Option value={hit.path}>
    <Group gap="sm" wrap="nowrap">
      {hit.icon}
      <Text size="sm" flex={1} style={{ overflowWrap: 'anywhere' }}>
        {hit.title}
      </Text>
      {hit.about !== undefined && (
        <Text size="xs" c="dimmed" ta="end" style={{ overflowWrap: 'anywhere' }}>
          {hit.about}
        </Text>
      )}
    </Group>
  </Combobox.Option>
);
