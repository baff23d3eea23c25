import { type Fields, isObject, isUnpublished } from './document.js';

/** A problem and where it is, such as `collections[0]._ref`. */
export type Finding = { path: string; problem: string };

/** A document has a malformed reference and was not written. */
export class OutboundReferenceShapeError extends Error {
  override name = 'OutboundReferenceShapeError';

  constructor(
    readonly documentId: string,
    readonly findings: readonly Finding[],
  ) {
    const [first] = findings;
    const more = findings.length > 1 ? ` and ${findings.length - 1} more` : '';
    super(`malformed reference in ${documentId} at ${first?.path}: ${first?.problem}${more}`);
  }
}

const DOCUMENT_ID = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;

const refProblem = (ref: unknown): string | undefined => {
  if (typeof ref !== 'string' || ref === '') return '_ref must be the id of a document';
  if (isUnpublished(ref)) return '_ref must not point at a draft';
  return DOCUMENT_ID.test(ref)
    ? undefined
    : '_ref contains characters that are not allowed in a document id';
};

/**
 * Finds malformed references. The content system would refuse `errors` or could not resolve them;
 * it accepts `advice`, but its editor shows a warning.
 */
export function checkReferences(
  fields: Fields,
  referenceFields: ReadonlySet<string>,
): { errors: Finding[]; advice: Finding[] } {
  const errors: Finding[] = [];
  const advice: Finding[] = [];

  const visit = (value: unknown, path: string, inList: boolean): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, `${path}[${index}]`, true);
    } else if (isObject(value)) {
      if ('_ref' in value || value._type === 'reference') checkOne(value, path);
      else for (const [name, item] of Object.entries(value)) visit(item, `${path}.${name}`, false);
      if (inList && typeof value._key !== 'string') {
        advice.push({ path, problem: 'a list item has no _key' });
      }
    }
  };

  const checkOne = (value: Fields, path: string): void => {
    if (value._type !== 'reference') {
      errors.push({ path: `${path}._type`, problem: "_type must be 'reference'" });
    }
    const problem = refProblem(value._ref);
    if (problem) errors.push({ path: `${path}._ref`, problem });
  };

  for (const [name, value] of Object.entries(fields)) {
    visit(value, name, false);
    if (!referenceFields.has(name) || value === null) continue;
    for (const item of [value].flat()) {
      if (!isObject(item)) errors.push({ path: name, problem: 'must be a reference' });
    }
  }
  return { errors, advice };
}
