import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { parseDatabaseUrl } from './database/database-url.js';

export type Environment = Record<string, string | undefined>;

/** Reads and validates variables one by one; collects every problem instead of stopping at the first. */
export class SettingsReader {
  readonly problems: string[] = [];
  readonly production: boolean;

  constructor(private readonly env: Environment) {
    this.production = this.text('NODE_ENV') === 'production';
  }

  /** An empty value counts as missing, because an empty secret would be a valid HMAC key. */
  text(name: string): string | undefined {
    const value = this.env[name]?.trim();
    return value === '' ? undefined : value;
  }

  /** A secret, from the variable or from the file that `<name>_FILE` names. */
  secret(name: string): string | undefined {
    const value = this.text(name);
    const file = this.text(`${name}_FILE`);
    if (file === undefined) return value;
    if (value !== undefined) {
      this.problems.push(`${name} and ${name}_FILE are both set; keep one of them`);
      return value;
    }
    try {
      const content = readFileSync(file, 'utf8').trim();
      if (content !== '') return content;
      this.problems.push(`${name}_FILE names an empty file`);
    } catch (error) {
      const { code = 'unreadable' } = error as NodeJS.ErrnoException;
      this.problems.push(`${name}_FILE names a file that cannot be read (${code})`);
    }
    return undefined;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined) return fallback;
    if (['true', '1', 'yes', 'on'].includes(value)) return true;
    if (['false', '0', 'no', 'off'].includes(value)) return false;
    this.problems.push(`${name} must be true or false`);
    return fallback;
  }

  whole(name: string, fallback: number, min: number, max: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    this.problems.push(`${name} must be a whole number from ${min} to ${max}`);
    return fallback;
  }

  ratio(name: string, fallback: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    if (/^(0|1|[01]?\.\d+)$/.test(value) && Number(value) <= 1) return Number(value);
    this.problems.push(`${name} must be a number from 0 to 1`);
    return fallback;
  }

  /** Names and values as in `a=1,b=2`; the values are URL-encoded, and may be secrets. */
  pairs(name: string): Record<string, string> {
    const pairs: Record<string, string> = {};
    for (const item of splitList(this.secret(name))) {
      const [, key, value] = /^([\w-]+)\s*=\s*(.*)$/.exec(item) ?? [];
      try {
        if (key === undefined || value === undefined) throw new Error('no name');
        pairs[key] = decodeURIComponent(value);
      } catch {
        this.problems.push(`${name} must be a list of name=value`);
      }
    }
    return pairs;
  }

  /** Read like a secret, because the address of a database or mail server may contain a password. */
  url(name: string, protocols: string[]): string | undefined {
    const value = this.secret(name);
    if (value === undefined) return undefined;
    const protocol = /^([a-z][a-z0-9+.-]*):/i.exec(value)?.[1]?.toLowerCase();
    if (protocol === undefined || !protocols.includes(protocol)) {
      this.problems.push(`${name} must start with ${protocols.map(p => `${p}://`).join(' or ')}`);
    }
    return value;
  }

  /** The address of a database, which may name several hosts and the sessions they must accept. */
  database(name: string): string | undefined {
    const problemsBefore = this.problems.length;
    const url = this.url(name, ['postgres', 'postgresql']);
    if (url === undefined || this.problems.length > problemsBefore) return url;
    try {
      parseDatabaseUrl(url);
    } catch (error) {
      this.problems.push(`${name}: ${(error as Error).message}`);
    }
    return url;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const found = allowed.find(item => item === value);
    if (found === undefined) this.problems.push(`${name} must be one of ${allowed.join(', ')}`);
    return found ?? fallback;
  }

  /** An ISO 4217 code such as EUR, unless `isAllowed` refuses it. */
  currency(name: string, fallback: string, isAllowed: (code: string) => boolean): string {
    const value = this.text(name) ?? fallback;
    if (!/^[A-Z]{3}$/.test(value)) {
      this.problems.push(`${name} must be a currency code such as EUR`);
    } else if (!isAllowed(value)) {
      this.problems.push(`${name} must have two decimals or none; use price lists for ${value}`);
    } else return value;
    return fallback;
  }

  list(name: string): string[] {
    return splitList(this.text(name));
  }

  /** Origins as browsers send them: scheme and host, without a path or a slash at the end. */
  origins(name: string): string[] {
    const items = this.list(name);
    for (const item of items) {
      if (URL.canParse(item) && new URL(item).origin === item) continue;
      this.problems.push(`${name} takes origins such as https://shop.example, not "${item}"`);
    }
    return items;
  }

  /** Only addresses: `true` would trust forged headers, and a hop count names no proxy. */
  proxies(name: string): string[] {
    const items = this.list(name);
    for (const item of items) {
      if (!isAddressOrCidr(item)) {
        this.problems.push(
          `${name} takes addresses or CIDR ranges such as 10.0.0.0/8, not "${item}"`,
        );
      }
    }
    return items;
  }
}

const splitList = (text = ''): string[] =>
  text
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '');

function isAddressOrCidr(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  if (!/^\d{1,3}$/.test(bits)) return false;
  try {
    new BlockList().addSubnet(address, Number(bits), version === 4 ? 'ipv4' : 'ipv6');
    return true;
  } catch {
    return false;
  }
}
