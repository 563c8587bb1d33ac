import type { Notification } from '@plumbline/contract/alerts/notifications';
import { useServerEvent } from '../../kernel/socket.ts';

/** Calls `listener` with each notification as it arrives. The list of them is read again by itself. */
export const useNewNotification = (listener: (notification: Notification) => void): void =>
  useServerEvent('NEW_NOTIFICATION', listener);
