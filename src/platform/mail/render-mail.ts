import { clean, escapeHtml } from '../plain-text.js';

/** A mail of paragraphs with a short table between them. */
export type PlainMail = {
  language: string;
  before: readonly string[];
  facts: readonly (readonly [label: string, value: string])[];
  after: readonly string[];
};

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:32rem;padding:0 1rem;color:#111}
table{border-collapse:collapse;width:100%;margin:1rem 0;border-top:1px solid #bbb;border-bottom:1px solid #bbb}
td{padding:.2rem 0;vertical-align:top;overflow-wrap:anywhere}td:first-child{color:#555;padding-right:1rem;white-space:nowrap}`;

/** Renders the mail as plain text and as HTML. */
export function renderMail({ language, before, facts, after }: PlainMail): {
  text: string;
  html: string;
} {
  const rows = facts.map(([label, value]) => [label, clean(value)] as const);
  const text = [
    ...before.flatMap(line => [line, '']),
    ...rows.map(([label, value]) => `${label}: ${value}`),
    '',
    ...after,
  ];
  const cells = rows.map(
    ([label, value]) => `<tr><td>${escapeHtml(label)}</td><td>${escapeHtml(value)}</td></tr>`,
  );
  const html = `<!doctype html>
<html lang="${language}"><meta charset="utf-8"><style>${STYLE}</style>
${paragraphs(before)}
<table>${cells.join('\n')}</table>
${paragraphs(after)}
</html>
`;
  return { text: `${text.join('\n')}\n`, html };
}

/** A mail of lines; an empty line starts a new paragraph. The text has the lines as they are. */
export function renderLines(
  language: string,
  lines: readonly string[],
): { text: string; html: string } {
  const text = lines.join('\n');
  const blocks = text.split(/\n{2,}/).filter(block => block.trim() !== '');
  const html = `<!doctype html>
<html lang="${language}"><meta charset="utf-8"><style>${STYLE}</style>
${blocks.map(block => `<p>${block.trim().split('\n').map(linked).join('<br>')}</p>`).join('\n')}
</html>
`;
  return { text, html };
}

const paragraphs = (lines: readonly string[]): string =>
  lines.map(line => `<p>${linked(line)}</p>`).join('\n');

/** Escaped text cannot end the attribute, because quotes are entities. A final stop is no link. */
const linked = (line: string): string =>
  escapeHtml(line).replaceAll(/https?:\/\/[^\s<]*[^\s<.,:]/g, url => `<a href="${url}">${url}</a>`);
