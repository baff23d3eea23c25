import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Stores similar texts in few bytes. */
type Packing = {
  /** `beside` is a text that is stored next to this one and repeats parts of it. */
  pack(text: string, beside?: string): Buffer;
  /** With the same `beside` as packing. */
  unpack(packed: Buffer, beside?: string): string;
};

/** First byte of a text that is stored as it is. */
const PLAIN = 0;

/**
 * Deflates with a dictionary of what the texts have in common: PostgreSQL compresses only rows above
 * 2 kB. The first byte is the number of the dictionary, from 1. Stored texts need their dictionary,
 * so a dictionary never changes; a better one is added at the end, and new texts use it.
 */
export function packingWith(...dictionaries: readonly string[]): Packing {
  const latest = dictionaries.length;
  const dictionaryOf = (number: number, beside: string): Buffer => {
    const common = dictionaries[number - 1];
    if (common === undefined) throw new Error(`packed with unknown dictionary ${number}`);
    return Buffer.from(common + beside);
  };
  return {
    pack: (text, beside = '') =>
      Buffer.concat([
        Buffer.of(latest),
        deflateRawSync(text, { dictionary: dictionaryOf(latest, beside) }),
      ]),
    unpack: (packed, beside = '') => {
      const [number = PLAIN] = packed;
      const rest = packed.subarray(1);
      if (number === PLAIN) return rest.toString();
      return inflateRawSync(rest, { dictionary: dictionaryOf(number, beside) }).toString();
    },
  };
}

/** The bytes as a text that PostgreSQL reads as `bytea`. */
export const byteaText = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;
