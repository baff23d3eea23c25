import { Button, Group } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { useT } from '../../texts/index.js';
import type { Agent } from '../../types.js';

/** Change a program, block or allow its key, or remove it. */
export function AgentActions({ agent, onEdit }: { agent: Agent; onEdit: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const { name, is_active: isActive } = agent;
  const params = { path: { id: agent.id } };
  const body = { is_active: !isActive };
  const verb = isActive ? 'block' : 'allow';
  return (
    <Group gap="xs" justify="flex-end">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${t('agents.edit')}: ${name}`}
        onClick={onEdit}
      >
        {t('agents.edit')}
      </Button>
      <ConfirmButton
        label={t(`agents.${verb}`)}
        subject={name}
        title={t(`agents.${verb}.title`)}
        text={t(`agents.${verb}.text`, { name })}
        run={() => answer(api.PATCH('/agents/{id}/', { params, body }))}
        changes={[['agents']]}
        done={t(`agents.${verb}.done`, { name })}
      />
      <DeleteButton
        name={name}
        text={t('agents.delete')}
        run={() => answer(api.DELETE('/agents/{id}/', { params }))}
        changes={[['agents']]}
      />
    </Group>
  );
}
