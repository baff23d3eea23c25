import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { Failed } from '../../shared/components/states.js';
import { DeviceError } from '../state/devices/ports.js';
import { useDeviceTexts } from '../texts/use-device-texts.js';

/** Why a device does not work, and what helps. */
export function DeviceProblem({ error }: { error: unknown }): ReactNode {
  const t = useDeviceTexts();
  if (error === null || isDismissed(error)) return null;
  if (!(error instanceof DeviceError)) return <Failed error={error} />;
  return (
    <Alert color="red" variant="light" role="alert">
      {t(`problem.${error.problem}`)}
    </Alert>
  );
}

/** The person closed the browser's list without choosing. */
const isDismissed = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotFoundError';
