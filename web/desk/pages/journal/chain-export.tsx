import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { localDay } from '../../../../src/platform/local-day.js';
import { useApi } from '../../../shared/api/index.js';
import { saveFile } from '../../../shared/save-file.js';
import { DateRange, type Dates } from '../../parts/date-range.js';
import { Panel } from '../../parts/page.js';
import { StoresSelect } from '../../parts/store-select.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';

const NAMES = { csv: 'journal.csv', datev: 'EXTF.zip' } as const;
type Format = keyof typeof NAMES;

/** The journals of several stores in one file. */
export function ChainExport(): ReactNode {
  const t = useT();
  const { stores } = useDesk();
  const [ids, setIds] = useState<string[]>([]);
  // The day has begun at one of the stores if it has begun at the latest clock.
  const today = stores
    .map(({ time_zone: zone }) => localDay(new Date(), zone))
    .reduce((latest, day) => (day > latest ? day : latest), localDay(new Date(), 'UTC'));
  const [range, setRange] = useState<Dates>({ from: `${today.slice(0, 8)}01`, to: today });
  return (
    <Panel title={t('journal.chain')}>
      <Stack gap="sm">
        <Text size="sm">{t('journal.chain.text')}</Text>
        <Group gap="xs">
          <DateRange range={range} max={today} onChange={setRange} />
        </Group>
        <StoresSelect
          maw={640}
          placeholder={ids.length === 0 ? t('store.all') : undefined}
          value={ids}
          onChange={setIds}
        />
        <Group gap="xs">
          <Download ids={ids} range={range} format="csv" />
          <Download ids={ids} range={range} format="datev" />
        </Group>
      </Stack>
    </Panel>
  );
}

function Download(props: { ids: string[]; range: Dates; format: Format }): ReactNode {
  const { ids, range, format } = props;
  const t = useT();
  const api = useApi();
  const { stores } = useDesk();
  // Codes are shorter than ids, so that 200 stores fit in an address.
  const codes = stores.filter(({ id }) => ids.includes(id)).map(({ code }) => code);
  const download = useAction(
    () =>
      saveFile(
        api.GET('/reports/journal/export/', {
          params: {
            query: { ...range, format, ...(codes.length > 0 && { stores: codes.join(',') }) },
          },
          parseAs: 'blob',
        }),
        NAMES[format],
      ),
    { changes: [] },
  );
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={download.isPending}
      onClick={() => download.mutate(undefined)}
    >
      {t(`journal.chain.${format}`)}
    </Button>
  );
}
