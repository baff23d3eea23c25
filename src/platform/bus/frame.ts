export type Frame = { node: string; kind: 'message' | 'missed'; text: string };

// Node id, one letter, JSON: saves wrapping the message into JSON a second time.
const NODE_ID_LENGTH = 36;
const LETTER_OF = { message: 'm', missed: 'g' } as const;

export function writeFrame({ node, kind, text }: Frame): string {
  return `${node}${LETTER_OF[kind]}${text}`;
}

export function readFrame(raw: string): Frame | undefined {
  const node = raw.slice(0, NODE_ID_LENGTH);
  const text = raw.slice(NODE_ID_LENGTH + 1);
  if (raw[NODE_ID_LENGTH] === LETTER_OF.missed) return { node, kind: 'missed', text };
  if (raw[NODE_ID_LENGTH] === LETTER_OF.message) return { node, kind: 'message', text };
  return undefined;
}
