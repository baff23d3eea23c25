import { ActionIcon, Button, Group, NumberInput, Pill, Select, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ItemSearch } from '../../parts/item-search.js';
import { useT } from '../../texts/index.js';
import { useLookups } from '../products/use-lookups.js';
import { emptySection, type SectionDraft } from './draft.js';
import { TextsField } from './texts-field.js';

const MOST_SECTIONS = 12;
const MOST_PRODUCTS = 12;
const KINDS = ['category', 'collection', 'products'] as const;

type ErrorOf = (name: string) => string | undefined;

/** What the home page shows below the hero, in this order. */
export function SectionList(props: {
  sections: SectionDraft[];
  onChange: (sections: SectionDraft[]) => void;
  errorOf: ErrorOf;
}): ReactNode {
  const { sections, onChange, errorOf } = props;
  const t = useT();
  const move = (from: number, to: number): void => {
    const moved = sections[from];
    if (moved === undefined) return;
    onChange(sections.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  return (
    <Stack>
      {sections.map((section, index) => (
        <Stack
          key={section.key}
          gap="xs"
          className="desk-section"
          role="group"
          aria-label={`${index + 1}. ${t(`theme.section.${section.kind}`)}`}
        >
          <Group justify="space-between">
            <Text fw={600}>
              {index + 1}. {t(`theme.section.${section.kind}`)}
            </Text>
            <Group gap={4}>
              <IconButton
                label={t('theme.section.up', { number: index + 1 })}
                isOff={index === 0}
                onClick={() => move(index, index - 1)}
                icon={<IconArrowUp size={16} />}
              />
              <IconButton
                label={t('theme.section.down', { number: index + 1 })}
                isOff={index === sections.length - 1}
                onClick={() => move(index, index + 1)}
                icon={<IconArrowDown size={16} />}
              />
              <IconButton
                label={t('theme.section.remove', { number: index + 1 })}
                onClick={() => onChange(sections.toSpliced(index, 1))}
                icon={<IconTrash size={16} />}
              />
            </Group>
          </Group>
          <Shown
            section={section}
            onChange={changed => onChange(sections.with(index, changed))}
            error={errorOf(`sections.${index}`)}
          />
        </Stack>
      ))}
      <Group gap="xs">
        {KINDS.map(kind => (
          <Button
            key={kind}
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} />}
            disabled={sections.length >= MOST_SECTIONS}
            onClick={() => onChange([...sections, emptySection(kind)])}
          >
            {t(`theme.section.${kind}`)}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

function IconButton(props: {
  label: string;
  icon: ReactNode;
  isOff?: boolean;
  onClick: () => void;
}): ReactNode {
  return (
    <ActionIcon
      variant="default"
      size={32}
      aria-label={props.label}
      disabled={props.isOff}
      onClick={props.onClick}
    >
      {props.icon}
    </ActionIcon>
  );
}

type ShownProps = {
  section: SectionDraft;
  onChange: (section: SectionDraft) => void;
  error: string | undefined;
};

function Shown({ section, onChange, error }: ShownProps): ReactNode {
  const t = useT();
  const set = (change: Partial<SectionDraft>): void => onChange({ ...section, ...change });
  return (
    <>
      {section.kind === 'products' ? (
        <Products section={section} onChange={onChange} error={error} />
      ) : (
        <Group align="flex-start">
          <GroupField section={section} onChange={onChange} error={error} />
          <NumberInput
            label={t('theme.section.limit')}
            w={120}
            min={1}
            max={MOST_PRODUCTS}
            allowDecimal={false}
            value={section.limit}
            onChange={limit => set({ limit: Number(limit) || 1 })}
          />
        </Group>
      )}
      <TextsField
        label={t('theme.section.title')}
        maxLength={120}
        value={section.title}
        onChange={title => set({ title })}
      />
    </>
  );
}

function GroupField({ section, onChange, error }: ShownProps): ReactNode {
  const t = useT();
  const { kind } = section;
  const lookups = useLookups();
  const { categories = [], collections = [], automatic = [] } = lookups.data ?? {};
  return (
    <Select
      label={t(`theme.section.${kind}`)}
      flex={1}
      searchable
      data={kind === 'category' ? categories : [...collections, ...automatic]}
      value={section.ref}
      onChange={ref => onChange({ ...section, ref })}
      error={error}
    />
  );
}

/** Picked by an article of each; a product is shown once. */
function Products({ section, onChange, error }: ShownProps): ReactNode {
  const t = useT();
  const { products } = section;
  const set = (changed: SectionDraft['products']): void =>
    onChange({ ...section, products: changed });
  return (
    <Stack gap="xs">
      {products.length > 0 && (
        <Pill.Group>
          {products.map(({ ref, name }) => (
            <Pill
              key={ref}
              withRemoveButton
              removeButtonProps={{ 'aria-label': t('theme.section.take', { name }) }}
              onRemove={() => set(products.filter(product => product.ref !== ref))}
            >
              {name}
            </Pill>
          ))}
        </Pill.Group>
      )}
      {products.length < MOST_PRODUCTS && (
        <ItemSearch
          isTaken={() => false}
          onPick={({ product_id: id, product_name: name }) => {
            const ref = String(id);
            if (!products.some(product => product.ref === ref)) set([...products, { ref, name }]);
          }}
        />
      )}
      {error !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
    </Stack>
  );
}
