import type { ReactNode } from 'react';
import { OwnLogins } from '../../../shared/components/own-logins.js';
import { Page, Panel } from '../../parts/page.js';
import { useT } from '../../texts/index.js';

/** One's own logins on all devices. */
export default function Devices(): ReactNode {
  const t = useT();
  return (
    <Page title={t('logins.title')}>
      <Panel maw={760}>
        <OwnLogins />
      </Panel>
    </Page>
  );
}
