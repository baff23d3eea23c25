import { Anchor, List, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Block, type Run, textBlocks } from '../text-blocks.js';

/** A description or a legal text: headings, paragraphs, lists, bold words and links, never HTML. */
export function FormattedText({ text }: { text: string }): ReactNode {
  return textBlocks(text).map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other key
    <Part key={index} block={block} />
  ));
}

function Part({ block }: { block: Block }): ReactNode {
  if (block.kind === 'list') {
    return (
      <List style={{ overflowWrap: 'anywhere' }}>
        {block.items.map((runs, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items of a text have no other key
          <List.Item key={index}>
            <Runs runs={runs} />
          </List.Item>
        ))}
      </List>
    );
  }
  return block.kind === 'heading' ? (
    <Title order={2} size="h3" mt="md">
      <Runs runs={block.runs} />
    </Title>
  ) : (
    <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      <Runs runs={block.runs} />
    </Text>
  );
}

const Runs = ({ runs }: { runs: Run[] }): ReactNode =>
  runs.map((run, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words of a text have no other key
    <Words key={index} {...run} />
  ));

function Words({ text, isBold, href }: Run): ReactNode {
  const words = isBold ? <strong>{text}</strong> : text;
  if (href === undefined) return words;
  return (
    <Anchor href={href} rel="noopener" inherit>
      {words}
    </Anchor>
  );
}
