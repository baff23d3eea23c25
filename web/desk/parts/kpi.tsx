import { Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from './page.js';

export function Kpi(props: { label: string; value: string | undefined; id?: string }): ReactNode {
  return (
    <Panel>
      <Text size="sm" c="dimmed" mb={4}>
        {props.label}
      </Text>
      {props.value === undefined ? (
        <Skeleton h={32} w="60%" />
      ) : (
        <div className="desk-kpi">
          <div className="desk-figure" data-testid={props.id}>
            {props.value}
          </div>
        </div>
      )}
    </Panel>
  );
}
