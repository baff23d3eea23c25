import { type Key, useT } from '../../texts/index.js';

/** Translates a request type; custom types are shown as sent. */
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
