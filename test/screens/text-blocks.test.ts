import { expect, it } from 'vitest';
import { withoutMarks } from '../../src/platform/plain-text.js';
import { textBlocks } from '../../web/shop/parts/text-blocks.js';

const plain = (text: string) => [{ text, isBold: false }];

it('reads headings, paragraphs, lists and bold words, and leaves HTML as text', () => {
  const text =
    '# Care\nWash **cold**,\nby hand.\n\n<b>Never</b> 2 * 3 ** 4\n- soap\r\n- water\n-not';
  expect(textBlocks(text)).toEqual([
    { kind: 'heading', runs: plain('Care') },
    {
      kind: 'paragraph',
      runs: [
        { text: 'Wash ', isBold: false },
        { text: 'cold', isBold: true },
        { text: ',\nby hand.', isBold: false },
      ],
    },
    { kind: 'paragraph', runs: plain('<b>Never</b> 2 * 3 ** 4') },
    { kind: 'list', items: [plain('soap'), plain('water')] },
    { kind: 'paragraph', runs: plain('-not') },
  ]);
  expect(textBlocks(' \n\n')).toEqual([]);
});

it('drops the marks where only plain text can be shown', () => {
  expect(withoutMarks('# Care\nWash **cold** **by** hand\n- soap')).toBe(
    'Care\nWash cold by hand\nsoap',
  );
});
