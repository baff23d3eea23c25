/** Fields that a schema marks: `writeOnly`, or of the format `password`. */
export function secretsIn(schema: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: unknown, name: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { writeOnly, format, properties, items } = node as Record<string, unknown>;
    if (writeOnly === true || format === 'password') found.add(name);
    visit(items, name);
    for (const [key, part] of Object.entries((properties ?? {}) as object)) visit(part, key);
  };
  visit(schema, '');
  return found;
}
