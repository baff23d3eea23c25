import type { FastifyRequest } from 'fastify';
import { LANGUAGES, type Language } from '../../platform/language.js';

const MAX_LENGTH = 200;

/** The language that an `Accept-Language` header prefers, if it names one of ours. */
export function preferredLanguage(header: string | undefined): Language | undefined {
  if (header === undefined || header.length > MAX_LENGTH) return undefined;
  const wanted = header
    .split(',')
    .map(item => {
      const [tag = '', quality] = item.trim().split(/\s*;\s*q=/i);
      return { language: tag.toLowerCase().split('-')[0], weight: Number(quality ?? 1) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { language } of wanted) {
    const known = LANGUAGES.find(one => one === language);
    if (known !== undefined) return known;
  }
  return undefined;
}

export const languageAsked = ({ headers }: FastifyRequest): Language | undefined =>
  preferredLanguage(headers['accept-language']);
