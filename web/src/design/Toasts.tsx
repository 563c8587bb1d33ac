import { limits } from '@plumbline/contract/constants';
import { CheckOutlined, WarningOutlined } from '@ant-design/icons';
import { App } from 'antd';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../kernel/failures.ts';
import { LevelMark } from './Level.tsx';

/** What floats in for a moment at the top right. Errors stay 5 s; only an alert has the red edge; success is never green. */
export interface Toasts {
  readonly done: (words: ReactNode) => void;
  readonly failed: (error: unknown) => void;
  readonly warn: (words: ReactNode, seconds?: number) => void;
  readonly alert: (said: { key: string; level: number; title: ReactNode; detail: ReactNode; onOpen: () => void }) => void;
}

export function useToasts(): Toasts {
  const { notification } = App.useApp();
  const { t } = useTranslation();
  const failed = useCallback(
    (error: unknown) => {
      const { words, detail } = wordsOf(error, t);
      notification.open({
        key: words,
        title: words,
        description: detail,
        icon: <WarningOutlined />,
        role: 'alert',
        duration: limits.errorToastMs / 1000,
      });
    },
    [notification, t],
  );
  return useMemo(
    () => ({
      done: (words) => notification.open({ title: words, icon: <CheckOutlined />, role: 'status', duration: 3 }),
      failed,
      warn: (words, seconds = 5) => notification.open({ title: words, icon: <WarningOutlined />, role: 'status', duration: seconds }),
      alert: ({ key, level, title, detail, onOpen }) =>
        notification.open({
          key,
          title,
          description: detail,
          icon: <LevelMark level={level} size={20} />,
          className: level === 4 ? 'pl-toast-alert' : '',
          role: 'alert',
          duration: level >= 3 ? 12 : 6,
          onClick: () => {
            notification.destroy(key);
            onOpen();
          },
          style: { cursor: 'pointer' },
        }),
    }),
    [notification, failed],
  );
}
