import { CheckOutlined, WarningOutlined } from '@ant-design/icons';
import { limits } from '@plumbline/contract/kernel/constants';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf, wordsOf } from '../kernel/failures.ts';
import { LevelMark } from './Level.tsx';
import { type Toast, ToastLine } from './ToastLine.tsx';
import { ToastSlotContext, useToastSlots } from './toast-slots.ts';

/** One line with a place of its own. Errors stay 5 s; only an alert has the red edge; success is never green. */
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

interface Api {
  /** The newest stands in front; what has the same key goes. */
  readonly open: (toast: Omit<Toast, 'id'>) => void;
  readonly close: (key: string) => void;
}
const ApiContext = createContext<Api | null>(null);

/** What stays behind the newest: whoever was away finds the others in the list of alerts. */
const maxToasts = 20;
/** Makes ids and keys. */
let count = 0;

/** Of too many the oldest goes that would have gone by itself; what stays until somebody has seen it, last. */
function withinLimit(toasts: readonly Toast[]): readonly Toast[] {
  if (toasts.length <= maxToasts) return toasts;
  const passing = toasts.findIndex(({ seconds }) => seconds !== null);
  return toasts.toSpliced(Math.max(0, passing), 1);
}

/** Holds the toasts of the page. They stand where the frame of the page has a `ToastSlot`, at the foot where it has none. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const { element, register } = useToastSlots();
  const api = useMemo<Api>(
    () => ({
      open: (toast) => {
        const id = ++count;
        setToasts((before) => withinLimit([...before.filter(({ key }) => key !== toast.key), { ...toast, id }]));
      },
      close: (key) => setToasts((before) => before.filter((toast) => toast.key !== key)),
    }),
    [],
  );
  const next = useCallback(() => setToasts((before) => [...before.slice(-1), ...before.slice(0, -1)]), []);
  return (
    <ApiContext value={api}>
      <ToastSlotContext value={register}>{children}</ToastSlotContext>
      {toasts.length > 0 && <ToastLine toasts={toasts} slot={element} onClose={api.close} onNext={next} />}
    </ApiContext>
  );
}

export function useToasts(): Toasts {
  const api = useContext(ApiContext);
  if (!api) throw new Error('no ToastProvider');
  const { t } = useTranslation();
  const failed = useFailed(api);
  return useMemo(
    () => ({
      done: (words, act) =>
        api.open({
          key: `done ${++count}`,
          title: words,
          icon: <CheckOutlined />,
          role: 'status',
          seconds: act ? 30 : 3,
          ...(act && { act: { words: act.words, run: () => void act.run().catch(failed) } }),
        }),
      failed,
      close: api.close,
      warn: (words, seconds = 5) =>
        api.open({ key: `warn ${++count}`, title: words, icon: <WarningOutlined />, role: 'status', seconds }),
      alert: ({ key, level, title, detail, stays, onOpen, onClosed }) =>
        api.open({
          key,
          level,
          title,
          detail,
          icon: <LevelMark level={level} size={20} />,
          role: 'alert',
          // Red stays until somebody has seen it: opened it, closed it, or gone to where it is listed.
          seconds: stays || level === 4 ? null : level === 3 ? 12 : 6,
          ...(onClosed && { onClosed }),
          act: { words: t('common:open'), run: onOpen },
        }),
    }),
    [api, failed, t],
  );
}

/** Errors in words, with what the server said of them and its code. */
function useFailed(api: Api): (error: unknown) => void {
  const { t } = useTranslation();
  return useCallback(
    (error: unknown) => {
      const { words, detail } = wordsOf(error, t);
      const code = codeOf(error);
      const codeWords = code === null ? null : t('errors:code', { code });
      api.open({
        key: words,
        title: words,
        detail: detail && codeWords ? `${detail} · ${codeWords}` : (detail ?? codeWords),
        icon: <WarningOutlined />,
        role: 'alert',
        seconds: limits.errorToastMs / 1000,
      });
    },
    [api, t],
  );
}
