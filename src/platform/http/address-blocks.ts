import { createHash } from 'node:crypto';
import type { BlockRule, Cache } from '../cache/index.js';
import { SECOND_MS } from '../clock.js';

/** What blocks an address: too many requests without a login, or too many failed logins. */
export const ADDRESS_BLOCKS = ['flood', 'failure'] as const;
type AddressBlockKind = (typeof ADDRESS_BLOCKS)[number];

export type AddressRules = Record<AddressBlockKind, BlockRule>;

export type AddressBlock = {
  /** The same on every node. */
  id: string;
  kind: AddressBlockKind;
  address: string;
  /** Whether only the devices of one person or till at the address are blocked. */
  ofOneOwner: boolean;
  startedMsAgo: number;
  endsInMs: number;
  rule: BlockRule;
};

export type BlockStarted = { kind: AddressBlockKind; address: string; seconds: number };

type Options = {
  rules: AddressRules;
  /** Uses the shared cache, or the local one while it is unavailable. */
  counted: <T>(count: (cache: Cache) => Promise<T>) => Promise<T>;
  /** Holds the blocks that this node counted while the shared cache was unavailable. */
  local: Cache;
  onBlock?: (block: BlockStarted) => void;
};

/** The blocks of addresses: counted, listed and ended. */
export function createAddressBlocks({ rules, counted, local, onBlock }: Options) {
  const activeBlocks = async (kind: AddressBlockKind) => [
    ...(await local.activeBlocks(kind)),
    ...(await counted(cache => cache.activeBlocks(kind))),
  ];

  async function list(kind: AddressBlockKind): Promise<AddressBlock[]> {
    const byKey = new Map((await activeBlocks(kind)).map(block => [block.key, block]));
    return [...byKey.values()].map(({ key, ...times }) => ({
      id: idOf(key),
      kind,
      ...splitClient(key.slice(kind.length + 1)),
      ...times,
      rule: rules[kind],
    }));
  }

  return {
    /**
     * Counts one request or failure of a client; returns for how long it is blocked, or 0. The mark
     * of a failure is the account it was against.
     */
    count(kind: AddressBlockKind, client: string, mark?: string): Promise<number> {
      const rule = rules[kind];
      const onStart = (): void => {
        const { address } = splitClient(client);
        onBlock?.({ kind, address, seconds: Math.ceil(rule.blockMs / SECOND_MS) });
      };
      return counted(cache => cache.countTowardBlock(`${kind}:${client}`, rule, { mark, onStart }));
    },
    listAll: async (): Promise<AddressBlock[]> =>
      (await Promise.all(ADDRESS_BLOCKS.map(list))).flat(),
    async end(id: string): Promise<boolean> {
      for (const kind of ADDRESS_BLOCKS) {
        const found = (await activeBlocks(kind)).find(block => idOf(block.key) === id);
        if (found === undefined) continue;
        const wasLocal = await local.endBlock(found.key);
        return (await counted(cache => cache.endBlock(found.key))) || wasLocal;
      }
      return false;
    },
  };
}

/** The devices of one person or till count apart from others at their address. */
export const deviceAt = (address: string, owner: string): string => `${address} ${owner}`;

function splitClient(client: string): { address: string; ofOneOwner: boolean } {
  const [address = client, owner] = client.split(' ');
  return { address, ofOneOwner: owner !== undefined };
}

/** A key in the form of a UUID, as paths take it. */
function idOf(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`]
    .concat(hex.slice(20, 32))
    .join('-');
}
