import { type Key, useT } from '../../texts/index.js';

/** What is asked for; tills may name kinds of their own. */
export function useTypeText(): (type: string) => string {
  const t = useT();
  return type => {
    const key = `approvals.type.${type}`;
    const text = t(key as Key);
    if (text !== key) return text;
    const words = type.replaceAll('_', ' ');
    return words.charAt(0).toUpperCase() + words.slice(1);
  };
}
