import type { ComponentChildren, Context } from 'preact';
import { use as preactUse, useContext } from 'preact/compat';

// @ts-expect-error: Preact's types describe a CommonJS module, its files are ES modules.
export * from 'preact/compat';
export { default } from 'preact/compat';

const isDrawnByService = typeof document === 'undefined';

/** Preact's own `use` finds no context while the service draws, because it reads a browser field. */
export const use = <Value>(resource: Context<Value> | PromiseLike<Value>): Value =>
  isDrawnByService && !('then' in resource)
    ? // biome-ignore lint/correctness/useHookAtTopLevel: a drawing renders each component once
      useContext(resource)
    : (preactUse as (resource: Context<Value> | PromiseLike<Value>) => Value)(resource);

/** Missing in Preact. Components of Mantine that the shop does not use import it. */
export const Activity = (props: {
  mode?: 'visible' | 'hidden';
  children?: ComponentChildren;
}): ComponentChildren => (props.mode === 'hidden' ? null : props.children);
