import type fc from 'fast-check';
import { expect } from 'vitest';
import { booksOf, type Model } from './state.js';
import type { World } from './world.js';

export type Step = fc.AsyncCommand<Model, World>;

/** How often each command ran in all runs. */
export const tally = new Map<string, number>();

/** One thing somebody does. Afterwards all books must say what the model says. */
export function step<Args>(
  name: string,
  args: fc.Arbitrary<Args>,
  act: (m: Model, w: World, args: Args) => Promise<string>,
  can: (m: Model) => boolean = () => true,
): fc.Arbitrary<Step> {
  return args.map(chosen => {
    const words = `${name} ${JSON.stringify(chosen)}`;
    return {
      check: can,
      run: async (m, w) => {
        const outcome = await act(m, w, chosen);
        const key = `${name}: ${outcome}`;
        tally.set(key, (tally.get(key) ?? 0) + 1);
        await agree(m, w, words);
      },
      toString: () => words,
    };
  });
}

export async function agree(m: Model, w: World, after: string): Promise<void> {
  const known = { sales: m.sales.map(s => s.number), carts: m.carts.map(c => c.id) };
  expect(await w.books(known), after).toEqual(booksOf(m));
}

/** What an answer must be: its status, its code where it is a refusal, and its figures. */
export function expectReply(
  reply: { status: number; body: { code?: string }; text: string },
  status: number,
  body: object | string = {},
): void {
  const wanted = typeof body === 'string' ? { code: body } : body;
  expect({ status: reply.status, body: reply.body }, reply.text).toMatchObject({
    status,
    body: wanted,
  });
}
