import { newKey } from '@tillhouse/client';

/** One key for each content of a form: the same one sent again happens once. */
export function keysPerBody(): (body: object) => string {
  const keys = new Map<string, string>();
  return body => {
    const text = JSON.stringify(body);
    const key = keys.get(text) ?? newKey();
    keys.set(text, key);
    return key;
  };
}
