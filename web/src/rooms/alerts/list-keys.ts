import type { Alert } from '@plumbline/contract/alerts';
import { useEffect, useRef, useState } from 'react';
import type { Verdict } from './VerdictBar.tsx';

const verdicts: Readonly<Record<string, Verdict>> = { c: 'Confirm', f: 'FalseAlarm', r: 'Restore', n: 'Notice' };

/** A key belongs to whatever is being typed into, or to a list or dialog that floats over the page. */
const taken = (event: KeyboardEvent): boolean =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  (event.target instanceof HTMLElement &&
    (event.target.isContentEditable ||
      /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) ||
      event.target.closest('.ant-modal-wrap, .ant-popover, .pl-chart') !== null));

/**
 * The list by keys: up and down move, Enter opens, C F R N name a verdict. With the drawer open the arrows turn its
 * pages. A verdict is only named here; the verdict bar asks for the same key once more where it is final.
 */
export function useListKeys({
  rows,
  openId,
  onOpen,
  onVerdict,
}: {
  rows: readonly Alert[];
  openId: number | null;
  onOpen: (alertId: number) => void;
  onVerdict: (verdict: Verdict, alertId: number) => void;
}) {
  const [at, setAt] = useState<number | null>(null);
  const latest = useRef({ rows, openId, onOpen, onVerdict, at });
  latest.current = { rows, openId, onOpen, onVerdict, at };
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (taken(event)) return;
      const now = latest.current;
      const here = now.rows.findIndex((alert) => alert.id === (now.openId ?? now.at));
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        const next =
          now.rows[
            here < 0 ? 0 : Math.min(now.rows.length - 1, Math.max(0, here + (event.key === 'ArrowDown' ? 1 : -1)))
          ];
        if (!next) return;
        event.preventDefault();
        setAt(next.id);
        if (now.openId !== null) now.onOpen(next.id);
        document.getElementById(`alert-${next.id}`)?.scrollIntoView({ block: 'nearest' });
        return;
      }
      const alert = now.rows[here];
      const onControl = event.target instanceof HTMLElement && event.target.closest('button, a') !== null;
      if (event.key === 'Enter' && alert && now.openId === null && !onControl) {
        event.preventDefault();
        now.onOpen(alert.id);
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
