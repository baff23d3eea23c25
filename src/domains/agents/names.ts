/** "Ada King" has the first name Ada; a single word is a last name. */
export function splitName(name: string): { firstName?: string; lastName?: string } {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const last = words.pop();
  return {
    ...(words.length > 0 && { firstName: words.join(' ') }),
    ...(last !== undefined && { lastName: last }),
  };
}

export const joinName = ({ firstName, lastName }: { firstName?: string; lastName?: string }) =>
  [firstName, lastName].filter(Boolean).join(' ');
