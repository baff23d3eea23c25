/**
 * Makes a text safe for one printed line. Removes control characters, which could send commands to
 * a printer, and bidi marks, which could reverse an amount. Keeps spaces and the joiner used in
 * emoji.
 */
export const withoutControls = (text: string): string =>
  text
    .replaceAll(/[\p{Control}\p{Line_Separator}\p{Paragraph_Separator}]+/gu, ' ')
    .replaceAll(/(?!\u200d)\p{Format}/gu, '');

/** `withoutControls`, with single spaces and none at the ends. */
export const clean = (text: string): string => withoutControls(text).replaceAll(/\s+/g, ' ').trim();

/** A text without the marks of headings, lists, bold words and links, for places that show none. */
export const withoutMarks = (text: string): string =>
  text
    .replaceAll(/^[#-] +/gm, '')
    .replaceAll(/\*\*(.+?)\*\*/g, '$1')
    .replaceAll(/\[([^\][\n]+)\]\(https?:\/\/[^\s()]+\)/g, '$1');

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Cleans and escapes text that others wrote, for HTML. */
export const escapeHtml = (text: string): string =>
  clean(text).replaceAll(/[&<>"']/g, character => ENTITIES[character] ?? '');
