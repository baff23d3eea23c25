import { Accordion } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { Panel } from '../../parts/page.js';
import { useT } from '../../texts/index.js';
import { BundleParts } from './bundle-parts.js';
import type { ProductVariant } from './calls.js';

/** `isWanted` false: nothing is loaded. */
export function useBundle(variant: string, isWanted = true) {
  const api = useApi();
  return useQuery({
    queryKey: ['bundle', variant],
    queryFn: () =>
      answer(api.GET('/product-variants/{variant}/bundle/', { params: { path: { variant } } })),
    enabled: isWanted,
    refetchOnWindowFocus: false,
  });
}

/** What bundles are made of. A variant without parts is an ordinary article. */
export function BundlePanel({ variants }: { variants: readonly ProductVariant[] }): ReactNode {
  const t = useT();
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [first, ...others] = variants;
  if (first === undefined) return null;
  return (
    <Panel title={t('products.bundle')}>
      {others.length === 0 ? (
        <OneBundle variant={first.id} />
      ) : (
        <Accordion
          multiple
          variant="contained"
          // What was opened stays loaded, with what was typed into it.
          onChange={values => setOpened([...new Set([...opened, ...values])])}
        >
          {variants.map(({ id, name, sku }) => (
            <Accordion.Item key={id} value={id}>
              <Accordion.Control>{name === '' ? sku : `${name} (${sku})`}</Accordion.Control>
              <Accordion.Panel>{opened.includes(id) && <OneBundle variant={id} />}</Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
    </Panel>
  );
}

function OneBundle({ variant }: { variant: string }): ReactNode {
  const bundle = useBundle(variant);
  return <Show query={bundle}>{found => <BundleParts key={found.etag} bundle={found} />}</Show>;
}
