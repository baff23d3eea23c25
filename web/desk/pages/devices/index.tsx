import type { ReactNode } from 'react';
import { OwnLogins } from '../../../shared/components/own-logins.js';
import { Passkeys } from '../../../shared/components/passkeys.js';
import { Page, Panel } from '../../parts/page.js';
import { useT } from '../../texts/index.js';
import { OwnLogin } from './own-login.js';
import { TotpPanel } from './totp-panel.js';

/** One's own logins on all devices, and how one logs in. */
export default function Devices(): ReactNode {
  const t = useT();
  return (
    <Page title={t('logins.title')}>
      <Panel maw={760}>
        <OwnLogins />
      </Panel>
      <OwnLogin />
      <Panel title={t('passkeys.title')} maw={760}>
        <Passkeys />
      </Panel>
      <TotpPanel />
    </Page>
  );
}
