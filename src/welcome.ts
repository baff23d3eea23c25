import type { AddressInfo } from 'node:net';
import type { Config } from './config.js';
import { ownShopCommand } from './own-shop.js';
import { VERSION } from './platform/version.js';
import { DEMO_LOGINS } from './seed/data.js';

type Facts = {
  seconds: string;
  embedded: boolean;
  bound: Pick<AddressInfo, 'address' | 'port'>;
  setupLink?: string;
};

const EVERY_ADDRESS = ['0.0.0.0', '::'];

/** The address that a browser on this machine can open. */
function localUrl({ address, port }: Facts['bound']): string {
  if (EVERY_ADDRESS.includes(address)) return `http://127.0.0.1:${port}`;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** Where requests arrive, and the address that browsers use if a proxy has another one. */
function addressLines({ host, port, publicUrl }: Config, { bound }: Facts): [string[], string] {
  const local = localUrl(bound);
  const everywhere = EVERY_ADDRESS.includes(bound.address) ? ', on all addresses' : '';
  const isPublic = publicUrl !== `http://${host}:${port}` && publicUrl !== local;
  const lines = [`  Listens at     ${local}${everywhere}`];
  if (isPublic) lines.push(`  Public URL     ${publicUrl}`);
  return [lines, isPublic ? publicUrl : local];
}

/** What a new user sees when the service is ready: where it is and what to try first. */
export function welcome(config: Config, facts: Facts): string {
  const [addresses, url] = addressLines(config, facts);
  const database = facts.embedded
    ? `embedded PostgreSQL in ${config.dataDir}`
    : 'the PostgreSQL of DATABASE_URL';
  const lines = [
    '',
    `  Tillhouse ${VERSION} is ready after ${facts.seconds} s`,
    '',
    ...addresses,
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
      '',
      `  Your own shop  ${ownShopCommand(config)}`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}
