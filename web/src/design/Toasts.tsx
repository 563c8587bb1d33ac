import { CheckOutlined, WarningOutlined } from '@ant-design/icons';
import { limits } from '@plumbline/contract/kernel/constants';
import { notification as antd } from 'antd';
import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf, wordsOf } from '../kernel/failures.ts';
import { LevelMark } from './Level.tsx';

/** Toasts at the lower left. Errors stay 5 s; only an alert has the red edge; success is never green. */
export interface Toasts {
  /** `act` is offered as a button for as long as the words stay: an undo. */
  readonly done: (words: ReactNode, act?: { words: string; run: () => Promise<unknown> }) => void;
  readonly failed: (error: unknown) => void;
  readonly warn: (words: ReactNode, seconds?: number) => void;
  readonly alert: (content: {
    key: string;
    level: number;
    title: ReactNode;
    detail: ReactNode;
    /** Until it is closed, whatever its level. */
    stays?: boolean;
    onOpen: () => void;
    onClosed?: () => void;
  }) => void;
  /** Takes one away by its key: it was seen elsewhere. */
  readonly close: (key: string) => void;
}

type Api = ReturnType<typeof antd.useNotification>[0];
/** Makes the key of each. */
let count = 0;
const ApiContext = createContext<Api | null>(null);

/**
 * Holds the toasts of the page, at the foot of the content on the left: buttons of a page stand at its head and at the right of
 * its foot, and what floats in must cover none of them. Several lie on one another until the pointer is there.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [api, holder] = antd.useNotification({
    placement: 'bottomLeft',
    bottom: 64,
    maxCount: 3,
    stack: { threshold: 1 },
  });
  return (
    <ApiContext value={api}>
      {holder}
      {children}
    </ApiContext>
  );
}

export function useToasts(): Toasts {
  const notification = useContext(ApiContext);
  if (!notification) throw new Error('no ToastProvider');
  const { t } = useTranslation();
  const failed = useFailed(notification);
  return useMemo(
    () => ({
      done: (words, act) => {
        const key = `done ${++count}`;
        const run = (): void => {
          notification.destroy(key);
          void act?.run().catch(failed);
        };
        notification.open({
          key,
          title: words,
          icon: <CheckOutlined />,
          role: 'status',
          duration: act ? 30 : 3,
          ...(act && {
            actions: <OpenButton words={act.words} onClick={run} />,
          }),
        });
      },
      failed,
      close: (key) => notification.destroy(key),
      warn: (words, seconds = 5) =>
        notification.open({ title: words, icon: <WarningOutlined />, role: 'status', duration: seconds }),
      alert: ({ key, level, title, detail, stays, onOpen, onClosed }) =>
        notification.open({
          key,
          title,
          description: detail,
          icon: <LevelMark level={level} size={20} />,
          className: level === 4 ? 'pl-toast-alert' : '',
          role: 'alert',
          // Red stays until somebody has seen it: opened it, closed it, or gone to where it is listed.
          duration: stays || level === 4 ? 0 : level === 3 ? 12 : 6,
          ...(onClosed && { onClose: onClosed }),
          actions: (
            <OpenButton
              words={t('common:open')}
              onClick={() => {
                notification.destroy(key);
                onOpen();
              }}
            />
          ),
        }),
    }),
    [notification, failed, t],
  );
}

/** Errors in words, with what the server said of them and its code. */
function useFailed(notification: Api): (error: unknown) => void {
  const { t } = useTranslation();
  return useCallback(
    (error: unknown) => {
      const { words, detail } = wordsOf(error, t);
      const code = codeOf(error);
      const codeWords = code === null ? null : t('errors:code', { code });
      notification.open({
        key: words,
        title: words,
        description: detail && codeWords ? `${detail} · ${codeWords}` : (detail ?? codeWords),
        icon: <WarningOutlined />,
        role: 'alert',
        duration: limits.errorToastMs / 1000,
      });
    },
    [notification, t],
  );
}

function OpenButton({ words, onClick }: { words: string; onClick: () => void }) {
  return (
    <button type="button" className="pl-bare pl-toast-open" onClick={onClick}>
      {words}
    </button>
  );
}
