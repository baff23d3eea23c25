const BLOCK = 8;
const BITS = 24;

type Pattern<Mark> = {
  bytes: Buffer;
  mark: Mark;
  /** Only as a number of its own: not within a longer number, a hash or an id. */
  isolated: boolean;
};

const hashOf = (high: number, low: number): number =>
  (Math.imul(high, 0x9e3779b1) ^ Math.imul(low, 0x85ebca6b)) >>> (32 - BITS);

const PART_OF_NUMBER = /[0-9a-fA-F.-]/;

/**
 * Searches bytes for many thousands of patterns in one pass. A bitmap of
 * the last eight bytes of each pattern rules out nearly every position.
 */
export class PatternSearch<Mark> {
  readonly #bitmap = new Uint8Array(2 ** (BITS - 3));
  readonly #byHash = new Map<number, Pattern<Mark>[]>();
  readonly #known = new Set<string>();

  add(text: string | Buffer, mark: Mark, isolated = false): void {
    const bytes = Buffer.from(text as string);
    const key = bytes.toString('latin1');
    if (this.#known.has(key)) return;
    if (bytes.length < BLOCK) throw new Error(`too short to search for: ${key}`);
    this.#known.add(key);
    const at = bytes.length - BLOCK;
    const hash = hashOf(bytes.readInt32BE(at), bytes.readInt32BE(at + 4));
    this.#bitmap[hash >>> 3] = (this.#bitmap[hash >>> 3] ?? 0) | (1 << (hash & 7));
    const same = this.#byHash.get(hash);
    if (same) same.push({ bytes, mark, isolated });
    else this.#byHash.set(hash, [{ bytes, mark, isolated }]);
  }

  get size(): number {
    return this.#known.size;
  }

  /** Each pattern that is in the bytes, with the position of its first occurrence. */
  find(bytes: Buffer): { mark: Mark; at: number }[] {
    const found = new Map<Pattern<Mark>, number>();
    const bitmap = this.#bitmap;
    let high = 0;
    let low = 0;
    for (let i = 0; i < bytes.length; i += 1) {
      high = (high << 8) | (low >>> 24);
      low = (low << 8) | (bytes[i] as number);
      const hash = hashOf(high, low);
      if (((bitmap[hash >>> 3] as number) & (1 << (hash & 7))) === 0) continue;
      for (const pattern of this.#byHash.get(hash) ?? []) {
        const from = i + 1 - pattern.bytes.length;
        if (!found.has(pattern) && endsAt(bytes, pattern, from)) found.set(pattern, from);
      }
    }
    return [...found].map(([{ mark }, at]) => ({ mark, at }));
  }
}

function endsAt(bytes: Buffer, pattern: Pattern<unknown>, from: number): boolean {
  const to = from + pattern.bytes.length;
  if (from < 0 || !bytes.subarray(from, to).equals(pattern.bytes)) return false;
  if (!pattern.isolated) return true;
  const beside = [bytes[from - 1], bytes[to]].map(byte => String.fromCharCode(byte ?? 32));
  return !beside.some(char => PART_OF_NUMBER.test(char));
}
