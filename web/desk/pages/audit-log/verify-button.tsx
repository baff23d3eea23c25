import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { verifyLog } from '../../parts/history/calls.js';
import { useAction } from '../../state/use-action.js';
import { useNotify } from '../../state/use-notify.js';
import { useT } from '../../texts/index.js';

/** Computes the chain of hashes again. */
export function VerifyButton(): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const notify = useNotify();
  const verify = useAction(() => verifyLog(api), {
    changes: [['audit-log']],
    onDone: ({ holds, entries, first_broken: broken }) => {
      if (holds) notify({ message: t('audit.holds', { count: format.number(entries) }) });
      else {
        notify({
          title: t('audit.broken'),
          message: t('audit.broken.text', { seq: broken?.seq ?? 0 }),
          tone: 'bad',
        });
      }
    },
  });
  return (
    <Button
      variant="default"
      leftSection={<IconShieldCheck size={16} />}
      loading={verify.isPending}
      onClick={() => verify.mutate(undefined)}
    >
      {t('audit.verify')}
    </Button>
  );
}
