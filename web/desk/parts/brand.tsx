import { Group, Title, type TitleOrder } from '@mantine/core';
import type { ReactNode } from 'react';
import icon from '../../shared/icon.svg';
import { useT } from '../texts/index.js';

export function Brand({ order }: { order?: TitleOrder }): ReactNode {
  const t = useT();
  return (
    <Group gap="sm" wrap="nowrap">
      <img src={icon} alt="" width={28} height={28} />
      {order === undefined ? (
        <span className="desk-brand">{t('desk.title')}</span>
      ) : (
        <Title order={order} size="h2">
          {t('desk.title')}
        </Title>
      )}
    </Group>
  );
}
