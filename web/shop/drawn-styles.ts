/** Marks an element whose style is in the style element of the drawn page. */
const MARK = 'data-drawn';
const ID = 'drawn-styles';

const ENTITIES: Record<string, string> = {
  '&quot;': '"',
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

/** Could end the rule or the element; no component writes such a style. */
const UNSAFE = /[<>{}@\\]/;

/**
 * Moves `style` attributes into one style element with a nonce, because the policy of the page
 * refuses attributes. React escapes quotes in texts, so the pattern finds attributes only.
 */
export function moveStyles(html: string, nonce: string): string {
  const numbers = new Map<string, number>();
  const marked = html.replaceAll(/ style="([^"]*)"/g, (_attribute, escaped: string) => {
    const style = escaped.replaceAll(
      /&(?:quot|#x27|lt|gt|amp);/g,
      entity => ENTITIES[entity] ?? '',
    );
    if (UNSAFE.test(style)) return '';
    const number = numbers.get(style) ?? numbers.size;
    numbers.set(style, number);
    return ` ${MARK}="${number}"`;
  });
  // The attribute stands twice, so that the rule wins over a class, as an attribute would.
  const rules = [...numbers].map(([style, number]) => `[${MARK}][${MARK}="${number}"]{${style}}`);
  return `<style id="${ID}" nonce="${nonce}">${rules.join('')}</style>${marked}`;
}

/** Gives the elements their styles back before the scripts take the page over. */
export function restoreStyles(root: HTMLElement): void {
  const element = document.getElementById(ID);
  if (!(element instanceof HTMLStyleElement)) return;
  const styles = [...(element.sheet?.cssRules ?? [])].map(rule =>
    rule instanceof CSSStyleRule ? rule.style.cssText : '',
  );
  for (const drawn of root.querySelectorAll<HTMLElement>(`[${MARK}]`)) {
    drawn.style.cssText = styles[Number(drawn.getAttribute(MARK))] ?? '';
    drawn.removeAttribute(MARK);
  }
  element.remove();
}
