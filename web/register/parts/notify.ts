import { notifications } from '@mantine/notifications';

/** Shows the cashier a message that asks for attention. */
export const notify = (message: string): string => notifications.show({ message, color: 'brass' });
