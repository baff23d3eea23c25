import type { Config } from './config.js';
import { VERSION } from './platform/version.js';
import { DEMO_LOGINS } from './seed/data.js';

/** What a new user sees when the service is ready: where it is and what to try first. */
export function welcome(
  config: Config,
  facts: { seconds: string; embedded: boolean; setupLink?: string },
): string {
  const url = config.publicUrl;
  const database = facts.embedded
    ? `embedded PostgreSQL in ${config.dataDir}`
    : 'the PostgreSQL of DATABASE_URL';
  const lines = [
    '',
    `  Tillhouse ${VERSION} is ready after ${facts.seconds} s`,
    '',
    `  Listens at     ${url}`,
    `  Screens        ${url}/app/register/  ${url}/app/desk/  ${url}/app/shop/`,
    `  API reference  ${url}/docs/`,
    `  Database       ${database}`,
  ];
  if (facts.setupLink !== undefined) {
    lines.push(
      '',
      '  Open your shop  This link makes you the administrator. It works once, within 24 hours.',
      `    ${facts.setupLink}`,
    );
  }
  if (config.demoData) {
    lines.push('', '  Demo logins', ...DEMO_LOGINS.map(line => `    ${line}`));
    lines.push(
      '',
      '  Try it',
      `    curl -s ${url}/pos/auth/terminal-login/ -H 'Content-Type: application/json' \\`,
      `      -d '{"employee_id":"EMP001","pin_code":"1234","store_id":"DOWNTOWN","terminal_id":"T-001"}'`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}
