import type { Alert } from '@plumbline/contract/alerts/alerts';
import { useEffect, useRef, useState } from 'react';
import type { Verdict } from '../../features/alerts/handling/handling.parts.tsx';

const verdicts: Readonly<Record<string, Verdict>> = { c: 'Confirm', f: 'FalseAlarm', r: 'Restore', n: 'Notice' };

/** A key belongs to whatever is being typed into, or to a list or dialog that floats over the page. */
const isHandled = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  (event.target instanceof HTMLElement &&
    (event.target.isContentEditable ||
      /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) ||
      event.target.closest('.ant-modal-wrap, .ant-popover, .pl-chart') !== null));

/** Keys are for the list and for the alert that is open, and are heard where one of both has the focus. */
const inPlace = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('.al-table, .pl-beside') !== null;

/**
 * The list by keys, while it or the open alert has the focus: up and down move, Home and End go to its ends, Enter opens,
 * the space bar chooses, C F R N name a verdict. With the drawer open the arrows turn its pages. A verdict is only named here; the verdict bar
 * asks for the same key once more where it is final.
 */
export function useListKeys({
  rows,
  openId,
  onOpen,
  onVerdict,
  onToggle,
}: {
  rows: readonly Alert[];
  openId: number | null;
  onOpen: (alertId: number) => void;
  onVerdict: (verdict: Verdict, alertId: number) => void;
  onToggle: (alertId: number) => void;
}) {
  const [at, setAt] = useState<number | null>(null);
  const latest = useRef({ rows, openId, onOpen, onVerdict, onToggle, at });
  latest.current = { rows, openId, onOpen, onVerdict, onToggle, at };
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (isHandled(event) || !inPlace(event.target)) return;
      const now = latest.current;
      const here = now.rows.findIndex((alert) => alert.id === (now.openId ?? now.at));
      const last = now.rows.length - 1;
      const steps: Readonly<Record<string, number>> = {
        ArrowDown: Math.min(last, here + 1),
        ArrowUp: Math.max(0, here - 1),
        Home: 0,
        End: last,
      };
      const step = steps[event.key];
      if (step !== undefined) {
        const next = now.rows[step];
        if (!next) return;
        event.preventDefault();
        setAt(next.id);
        if (now.openId !== null) now.onOpen(next.id);
        else document.getElementById(`alert-${next.id}`)?.focus();
        document.getElementById(`alert-${next.id}`)?.scrollIntoView({ block: 'nearest' });
        return;
      }
      const alert = now.rows[here];
      const onControl = event.target instanceof HTMLElement && event.target.closest('button, a') !== null;
      if (event.key === 'Enter' && alert && now.openId === null && !onControl) {
        event.preventDefault();
        now.onOpen(alert.id);
      }
      if (event.key === ' ' && alert && now.openId === null && !onControl) {
        event.preventDefault();
        now.onToggle(alert.id);
      }
      const verdict = verdicts[event.key.toLowerCase()];
      const alertId = now.openId ?? alert?.id;
      if (verdict && alertId !== undefined && !event.repeat) now.onVerdict(verdict, alertId);
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, []);
  return { at, setAt };
}
