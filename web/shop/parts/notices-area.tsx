export { notifications } from '@mantine/notifications';
export { ToastBar as NoticesArea } from '../../shared/components/toast-bar.js';
