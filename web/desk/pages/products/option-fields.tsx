import { ActionIcon, Button, Group, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Panel } from '../../parts/page.js';
import { useT } from '../../texts/index.js';
import type { Option } from './calls.js';
import type { PartProps } from './detail-fields.js';
import { countCombinations, generated, MOST_VARIANTS } from './draft.js';

const MAX_OPTIONS = 3;

/** What the variants differ in; a button makes the variants of all values. */
export function OptionFields({ draft, set, errorOf }: PartProps): ReactNode {
  const t = useT();
  const { options } = draft;
  const write = (index: number, change: Partial<Option>): void =>
    set({ options: options.map((one, at) => (at === index ? { ...one, ...change } : one)) });
  const count = countCombinations(options);
  const isTooMany = count > MOST_VARIANTS;
  const hasValues = options.some(({ name, values }) => name.trim() !== '' && values.length > 0);
  return (
    <Panel title={t('products.options')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('products.options.text')}
        </Text>
        {options.map((option, index) => (
          <OptionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: an option has no other identity while it is typed
            key={index}
            option={option}
            errorOf={field => errorOf(`options.${index}.${field}`)}
            write={change => write(index, change)}
            onRemove={() => set({ options: options.filter((_, at) => at !== index) })}
          />
        ))}
        <Group gap="sm">
          {options.length < MAX_OPTIONS && (
            <Button
              variant="default"
              leftSection={<IconPlus size={16} />}
              onClick={() => set({ options: [...options, { name: '', values: [] }] })}
            >
              {t('products.option.add')}
            </Button>
          )}
          {hasValues && (
            <Button
              variant="light"
              disabled={isTooMany}
              onClick={() => set({ variants: generated(draft, options) })}
            >
              {t('products.generate', { count })}
            </Button>
          )}
        </Group>
        {isTooMany && (
          <Text size="sm" c="var(--mantine-color-error)" role="status">
            {t('products.generate.tooMany', { count, most: MOST_VARIANTS })}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

function OptionRow(props: {
  option: Option;
  errorOf: (field: keyof Option) => string | undefined;
  write: (change: Partial<Option>) => void;
  onRemove: () => void;
}): ReactNode {
  const { option, errorOf, write, onRemove } = props;
  const t = useT();
  return (
    <Group align="flex-end" gap="sm">
      <TextInput
        label={t('products.option')}
        placeholder={t('products.option.hint')}
        flex="1 1 140px"
        maxLength={50}
        value={option.name}
        onChange={event => write({ name: event.currentTarget.value })}
        error={errorOf('name')}
      />
      <TagsInput
        label={t('products.values')}
        description={undefined}
        placeholder={option.values.length === 0 ? t('products.values.hint') : undefined}
        flex="3 1 220px"
        maxTags={100}
        value={option.values}
        onChange={values => write({ values })}
        error={errorOf('values')}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`${t('products.option.remove')}: ${option.name}`}
        onClick={onRemove}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </Group>
  );
}
