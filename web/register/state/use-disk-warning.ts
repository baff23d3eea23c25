import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useErrorText } from '../../shared/components/states.js';
import { diskFull } from './journal/refusals.js';
import { warnWhenFull } from './stored.js';

/** Says that the device has no space, once until the message is closed. */
export function useDiskWarning(): void {
  const textOf = useErrorText();
  useEffect(
    () =>
      warnWhenFull(() => {
        const message = textOf(diskFull());
        notifications.show({ id: 'disk-full', message, color: 'red', autoClose: false });
      }),
    [textOf],
  );
}
