import { Button, SimpleGrid, Stack } from '@mantine/core';
import { IconCategory, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { all, answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty, Show } from '../../../shared/components/states.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Page, Panel } from '../../parts/page.js';
import { NameCell } from '../../parts/row.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { Category, Collection } from '../../types.js';
import { CategoryForm, LabelForm } from './forms.js';
import { LABELS, type Label, type LabelKind } from './labels.js';
import { pathsOf } from './paths.js';
import { useRowColumns } from './row-columns.js';
import { RuleForm } from './rule-form.js';

const LABEL_KINDS = ['brands', 'collections'] as const;

type Edited = { kind: 'categories'; of?: Category } | { kind: LabelKind; of?: Label };

/** Where products belong: the tree of categories, the brands and the collections. */
export default function Categories(): ReactNode {
  const t = useT();
  const [edited, setEdited] = useState<Edited>();
  const [ruled, setRuled] = useState<Collection>();
  const close = (): void => setEdited(undefined);
  return (
    <Page title={t('nav.categories')} text={t('categories.text')}>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <CategoryList onEdit={of => setEdited({ kind: 'categories', of })} />
        <Stack>
          {LABEL_KINDS.map(kind => (
            <LabelList
              key={kind}
              kind={kind}
              onEdit={of => setEdited({ kind, of })}
              onRule={setRuled}
            />
          ))}
        </Stack>
      </SimpleGrid>
      {edited?.kind === 'categories' && <CategoryForm category={edited.of} onClose={close} />}
      {edited !== undefined && edited.kind !== 'categories' && (
        <LabelForm kind={edited.kind} label={edited.of} onClose={close} />
      )}
      {ruled !== undefined && <RuleForm collection={ruled} onClose={() => setRuled(undefined)} />}
    </Page>
  );
}

function NewButton({ text, onClick }: { text: string; onClick: () => void }): ReactNode {
  const { may } = useDesk();
  if (!may('catalog.chain')) return null;
  return (
    <Button size="xs" leftSection={<IconPlus size={14} />} onClick={onClick}>
      {text}
    </Button>
  );
}

function CategoryList({ onEdit }: { onEdit: (category?: Category) => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const categories = useQuery({
    queryKey: ['categories'],
    queryFn: () =>
      all(cursor =>
        api.GET('/categories/', { params: { query: { cursor, limit: 200, etags: true } } }),
      ),
  });
  const columns = useRowColumns<Category>(onEdit, ({ id }) =>
    answer(api.DELETE('/categories/{id}/', { params: { path: { id } } })),
  );
  return (
    <Panel
      isFlush
      title={t('categories.title')}
      aside={<NewButton text={t('categories.new')} onClick={() => onEdit()} />}
    >
      <Show query={categories} empty={<Nothing title={t('categories.none')} />}>
        {rows => {
          const paths = pathsOf(rows);
          const sorted = rows.toSorted((one, other) =>
            (paths.get(one.id) ?? '').localeCompare(paths.get(other.id) ?? ''),
          );
          const name: Column<Category> = {
            head: t('list.name'),
            cell: one => <NameCell name={paths.get(one.id) ?? one.name} about={[one.slug]} />,
          };
          return (
            <DataTable
              label={t('categories.title')}
              rows={sorted}
              columns={[name, ...columns]}
              keyOf={one => one.id}
            />
          );
        }}
      </Show>
    </Panel>
  );
}

function LabelList(props: {
  kind: LabelKind;
  onEdit: (label?: Label) => void;
  onRule: (collection: Collection) => void;
}): ReactNode {
  const { kind, onEdit, onRule } = props;
  const t = useT();
  const api = useApi();
  const labels = useQuery({ queryKey: [kind], queryFn: () => LABELS[kind].list(api) });
  const columns = useRowColumns<Label>(
    onEdit,
    ({ id }) => LABELS[kind].remove(api, id),
    kind === 'collections' ? one => isCollection(one) && onRule(one) : undefined,
  );
  const name: Column<Label> = {
    head: t('list.name'),
    cell: one => (
      <NameCell
        name={one.name}
        about={[
          one.slug,
          isCollection(one) && t(one.is_automatic ? 'rules.byRule' : 'rules.byHand'),
        ]}
      />
    ),
  };
  return (
    <Panel
      isFlush
      title={t(`${kind}.title`)}
      aside={<NewButton text={t(`${kind}.new`)} onClick={() => onEdit()} />}
    >
      <Show query={labels} empty={<Nothing title={t(`${kind}.none`)} />}>
        {rows => (
          <DataTable
            label={t(`${kind}.title`)}
            rows={rows}
            columns={[name, ...columns]}
            keyOf={one => one.id}
          />
        )}
      </Show>
    </Panel>
  );
}

const isCollection = (label: Label): label is Collection => 'is_automatic' in label;

const Nothing = ({ title }: { title: string }): ReactNode => (
  <Empty icon={<IconCategory size={28} />} title={title} />
);
