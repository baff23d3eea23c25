import { REQUEST_ID_PARAMETER } from './headers.js';
import { isNode, type Node } from './schema-tree.js';

/** `Idempotency-Key` is the component `IdempotencyKey`. */
const componentNameOf = (header: string): string => header.replaceAll(/[^A-Za-z0-9]/g, '');

/**
 * The parameters of an operation, with every header as a reference to a component that is added to
 * `shared`: headers are the same at hundreds of routes. A header whose description differs stays.
 */
export function shareParameters(operation: Node, shared: Node): void {
  const own = (operation.parameters ?? []) as Node[];
  operation.parameters = [...own, { ...REQUEST_ID_PARAMETER }].map(parameter => {
    if (!isNode(parameter) || parameter.in !== 'header') return parameter;
    const name = componentNameOf(String(parameter.name));
    shared[name] ??= parameter;
    const isSame = JSON.stringify(shared[name]) === JSON.stringify(parameter);
    return isSame ? { $ref: `#/components/parameters/${name}` } : parameter;
  });
}
