import { Drawer, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFormat } from '../../../shared/i18n/format.js';
import type { AuditEntry } from '../../parts/history/calls.js';
import { Changes } from '../../parts/history/changes.js';
import { useEntryText } from '../../parts/history/entry-text.js';
import { LabelledValue } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';

/** Where the desk shows a record of this type. */
const PATHS: Record<string, string> = {
  customers: '/customers/',
  layaways: '/layaways/',
  'price-lists': '/prices/',
  products: '/products/',
  'purchase-orders': '/purchasing?order=',
  'stock-counts': '/counts/',
  transactions: '/transactions/',
  transfers: '/transfers/',
};

export function EntryDrawer(props: {
  entry: AuditEntry | undefined;
  onClose: () => void;
}): ReactNode {
  const { entry, onClose } = props;
  const t = useT();
  const text = useEntryText();
  return (
    <Drawer
      opened={entry !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={entry && `${text.type(entry.record_type)}: ${text.action(entry.action)}`}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      {entry && <Detail entry={entry} />}
    </Drawer>
  );
}

function Detail({ entry }: { entry: AuditEntry }): ReactNode {
  const t = useT();
  const format = useFormat();
  const text = useEntryText();
  const { storeOf } = useDesk();
  const path = PATHS[entry.record_type];
  const id = entry.record_id ?? '—';
  return (
    <Stack gap="md">
      <Stack gap={6}>
        <LabelledValue label={t('audit.who')}>{text.actor(entry)}</LabelledValue>
        <LabelledValue label={t('list.time')}>{format.dateTime(entry.at)}</LabelledValue>
        <LabelledValue label={t('audit.record')} isText>
          {path === undefined || entry.record_id === null ? (
            id
          ) : (
            <Link href={`${path}${entry.record_id}`} className="desk-link">
              {id}
            </Link>
          )}
        </LabelledValue>
        <LabelledValue label={t('store.one')}>
          {entry.store_id === null ? '—' : (storeOf(entry.store_id)?.name ?? entry.store_id)}
        </LabelledValue>
        <LabelledValue label={t('audit.till')}>{entry.terminal_id ?? '—'}</LabelledValue>
        <LabelledValue label={t('audit.address')} isText>
          {entry.address ?? '—'}
        </LabelledValue>
        <LabelledValue label={t('audit.browser')} isText>
          {entry.user_agent ?? '—'}
        </LabelledValue>
        <LabelledValue label={t('audit.request')} isText>
          {entry.request_id ?? '—'}
        </LabelledValue>
      </Stack>
      <Changes changes={entry.changes} isWhole />
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {entry.hash === null ? t('audit.unchained') : t('audit.hash', { hash: entry.hash })}
      </Text>
    </Stack>
  );
}
