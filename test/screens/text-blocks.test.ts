import { expect, it } from 'vitest';
import { withoutMarks } from '../../src/platform/plain-text.js';
import { addLink, toggleBold, toggleLines } from '../../web/desk/parts/text-marks.js';
import { textBlocks } from '../../web/shared/text-blocks.js';

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

it('reads links to web addresses, and leaves any other address as text', () => {
  const [block] = textBlocks(
    'See [the **guide**](https://example.com/a_(b) or [care](http://a.de).',
  );
  expect(block).toEqual({
    kind: 'paragraph',
    runs: [
      { text: 'See [the ', isBold: false },
      { text: 'guide', isBold: true },
      { text: '](https://example.com/a_(b) or ', isBold: false },
      { text: 'care', isBold: false, href: 'http://a.de' },
      { text: '.', isBold: false },
    ],
  });
  for (const address of ['javascript:alert(1)', '//evil.example', 'https://', 'data:text/html,x']) {
    expect(textBlocks(`[x](${address})`)).toEqual([
      { kind: 'paragraph', runs: plain(`[x](${address})`) },
    ]);
  }
  expect(textBlocks('**[all](https://a.de)**')).toEqual([
    { kind: 'paragraph', runs: [{ text: 'all', isBold: true, href: 'https://a.de' }] },
  ]);
  expect(withoutMarks('See [the guide](https://a.de/b) [x](javascript:1)')).toBe(
    'See the guide [x](javascript:1)',
  );
});

it('puts marks into a text where it is selected, and takes them away again', () => {
  const bold = toggleBold({ text: 'Wash cold', start: 5, end: 9 });
  expect(bold).toEqual({ text: 'Wash **cold**', start: 7, end: 11 });
  expect(toggleBold(bold)).toEqual({ text: 'Wash cold', start: 5, end: 9 });
  const text = 'Care\nsoap\n# water\nend';
  const list = toggleLines({ text, start: 6, end: 12 }, '-');
  expect(list).toEqual({ text: 'Care\n- soap\n- water\nend', start: 5, end: 19 });
  expect(toggleLines(list, '-').text).toBe('Care\nsoap\nwater\nend');
  expect(toggleLines({ text: 'Care', start: 0, end: 0 }, '#').text).toBe('# Care');
  const link = addLink({ text: 'See it', start: 4, end: 6 }, 'Text');
  expect(link.text).toBe('See [it](https://)');
  expect(link.text.slice(link.start, link.end)).toBe('https://');
  expect(addLink({ text: 'http://a.de', start: 0, end: 11 }, 'Text').text).toBe(
    '[Text](http://a.de)',
  );
});

it('drops the marks where only plain text can be shown', () => {
  expect(withoutMarks('# Care\nWash **cold** **by** hand\n- soap')).toBe(
    'Care\nWash cold by hand\nsoap',
  );
});
