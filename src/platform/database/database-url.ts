/** The sessions that libpq's `target_session_attrs` accepts. */
const SESSION_ATTRS = [
  'any',
  'read-write',
  'read-only',
  'primary',
  'standby',
  'prefer-standby',
] as const;

export type SessionAttrs = (typeof SESSION_ATTRS)[number];
export type Host = { host: string; port: number };
export type DatabaseUrl = {
  /** Names the first host only, because the driver cannot read a list. */
  url: string;
  hosts: Host[];
  attrs: SessionAttrs;
};

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)([^#]*)/i;
const ADDRESS = /^(\[[0-9a-f:.]+\]|[^:[\]]*)(?::(\d{1,5}))?$/i;
const ATTRS = /([?&])target_session_attrs=([^&]*)(&|$)/;
const DEFAULT_PORT = 5_432;

/**
 * Reads `postgres://user@db-1:5432,db-2:5432/shop?target_session_attrs=read-write`. A list without
 * attributes takes `listAttrs`: with libpq's `any`, the service could stay at a standby.
 */
export function parseDatabaseUrl(
  text: string,
  listAttrs: SessionAttrs = 'read-write',
): DatabaseUrl {
  const [, start = '', authority = '', rest = ''] = PARTS.exec(text) ?? [];
  const addresses = authority.split(',');
  const isList = addresses.length > 1;
  const attrs = ATTRS.exec(rest)?.[2] ?? (isList ? listAttrs : 'any');
  const known = SESSION_ATTRS.find(one => one === attrs);
  if (known === undefined) {
    throw new Error(`target_session_attrs must be one of ${SESSION_ATTRS.join(', ')}`);
  }
  if (!isList && known === 'any') return { url: text, hosts: [], attrs: known };
  const hosts = addresses.map(parseAddress);
  const query = rest.replace(ATTRS, (_all, before: string, _attrs, after: string) =>
    after === '&' ? before : '',
  );
  return { url: `${start}${addresses[0]}${query}`, hosts, attrs: known };
}

function parseAddress(address: string): Host {
  const [, host = '', port] = ADDRESS.exec(address) ?? [];
  const number = Number(port ?? DEFAULT_PORT);
  if (host === '' || number < 1 || number > 65_535) {
    throw new Error(`"${address}" is not a host with an optional port`);
  }
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: number };
}

/** The URL of another database on the same hosts. */
export const withDatabase = (url: string, name: string): string =>
  url.replace(/^([a-z]+:\/\/[^/?#]*)(?:\/[^?#]*)?/i, `$1/${name}`);
