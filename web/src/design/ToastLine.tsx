import './toasts.css';
import { CloseOutlined } from '@ant-design/icons';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { IconButton } from './IconButton.tsx';
import { LevelMark } from './Level.tsx';

export interface Toast {
  /** Another each time that one is opened. */
  readonly id: number;
  readonly key: string;
  /** An alert's. */
  readonly level?: number;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  readonly icon: ReactNode;
  readonly role: 'status' | 'alert';
  /** `null` stays until it is closed. */
  readonly seconds: number | null;
  readonly act?: { readonly words: string; readonly run: () => void };
  readonly onClosed?: () => void;
}

/**
 * The newest toast in one line; how many stand behind it, with the worst level among them, and a press goes on to the next. Nothing
 * leaves while the pointer or the focus is on it, and what is cut is whole then.
 */
export function ToastLine({
  toasts,
  slot,
  onClose,
  onNext,
}: {
  toasts: readonly Toast[];
  slot: HTMLElement | null;
  onClose: (key: string) => void;
  onNext: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const [isPaused, setIsPaused] = useState(false);
  const front = toasts.at(-1);
  if (!front) return null;
  const close = (toast: Toast): void => {
    onClose(toast.key);
    toast.onClosed?.();
  };
  const run = (): void => {
    onClose(front.key);
    front.act?.run();
  };
  const line = (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done by it; its time stands still
    <div
      className={`pl-toast${front.level === 4 ? ' pl-toast-alert' : ''}`}
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      {toasts.map((toast) => (
        <Leaving key={toast.id} toast={toast} isPaused={isPaused} onLeave={close} />
      ))}
      <span className="icon">{front.icon}</span>
      <p key={front.id} role={front.role} className={front.detail ? 'two' : ''}>
        <b>{front.title}</b> {front.detail && <span>{front.detail}</span>}
      </p>
      {front.act && (
        <button type="button" className="pl-bare pl-toast-open" onClick={run}>
          {front.act.words}
        </button>
      )}
      {toasts.length > 1 && <Behind toasts={toasts.slice(0, -1)} onNext={onNext} />}
      <IconButton icon={<CloseOutlined />} label={t('common:close')} onClick={() => close(front)} />
    </div>
  );
  return createPortal(slot ? line : <div className="pl-toasts alone">{line}</div>, slot ?? document.body);
}

/** How many stand behind the one in front, and the worst level among them. */
function Behind({ toasts, onNext }: { toasts: readonly Toast[]; onNext: () => void }) {
  const { t } = useTranslation();
  const worst = Math.max(0, ...toasts.map(({ level = 0 }) => level));
  const words = t('common:toasts.next', { count: toasts.length });
  return (
    <button type="button" className="pl-bare pl-toast-next" aria-label={words} title={words} onClick={onNext}>
      {worst > 0 && <LevelMark level={worst} size={14} label={false} />}+{toasts.length}
    </button>
  );
}

/** Counts the time of one toast, anew after it was held. */
function Leaving({
  toast,
  isPaused,
  onLeave,
}: {
  toast: Toast;
  isPaused: boolean;
  onLeave: (toast: Toast) => void;
}): null {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a function of each drawing, whose time goes on
  useEffect(() => {
    if (isPaused || toast.seconds === null) return;
    const timer = setTimeout(() => onLeave(toast), toast.seconds * 1000);
    return () => clearTimeout(timer);
  }, [isPaused, toast]);
  return null;
}
