/**
 * What a person did about an alert while the server could not be reached. Invariant: it is kept in this browser until the server
 * has taken or refused it, and sent again with the same key, so that it counts once.
 */
import { type Alert, alerts } from '@plumbline/contract/alerts/alerts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useToasts } from '../../../design/Toasts.tsx';
import { AnsweredFailure, Unreachable } from '../../../kernel/call.ts';
import { useSession } from '../../../kernel/session.ts';
import { useWrite } from '../../../kernel/writes.ts';
import type { Verdict } from './VerdictBar.tsx';

export type Act =
  | { readonly kind: 'verdict'; readonly status: Verdict; readonly reason: string }
  | { readonly kind: 'comment'; readonly text: string }
  | { readonly kind: 'measure'; readonly text: string; readonly doneAt: string }
  | { readonly kind: 'step'; readonly step: number; readonly text: string; readonly isDone: boolean };
interface Waiting {
  readonly key: string;
  readonly act: Act;
}

/** A random UUID (RFC 9562, version 4): `randomUUID` is not there on addresses without encryption. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes]
    .map((byte, i) => (i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte))
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const readText = (name: string): string | null => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};
function storeText(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // A browser without room keeps it as long as the page is open.
  }
}

/** A text as it is typed, kept in this browser until it is emptied. */
export function useStoredText(what: string): [string, (text: string) => void] {
  const name = `plumbline.alert.${useSession().user.id}.${what}`;
  const [text, setText] = useState(() => readText(name) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      storeText(name, next === '' ? null : next);
    },
  ];
}

function readWaiting(name: string): readonly Waiting[] {
  try {
    return JSON.parse(readText(name) ?? '[]') as Waiting[];
  } catch {
    return [];
  }
}

/** Returns whether it may go through later: the server was not reached, is too busy, or wants a new sign-in. */
const isPassing = (error: unknown): boolean =>
  error instanceof Unreachable ||
  (error instanceof AnsweredFailure && (error.status >= 500 || [401, 429].includes(error.status)));

const againMs = 10_000;

export interface Unsent {
  readonly waiting: readonly Act[];
  /** Keeps an act and sends it, now or as soon as the server is there again. */
  readonly send: (act: Act) => void;
}

/** Returns the entries about an alert that wait to be sent. What the server refuses is said and waits no more. */
export function useUnsent({ id: alertId }: Pick<Alert, 'id'>): Unsent {
  const toasts = useToasts();
  const name = `plumbline.alert.${useSession().user.id}.${alertId}.unsent`;
  const [waiting, setWaiting] = useState(() => readWaiting(name));
  const deliver = useDeliver(alertId);
  const isSending = useRef(false);
  const keep = useCallback(
    (change: (old: readonly Waiting[]) => readonly Waiting[]) => {
      const next = change(readWaiting(name));
      storeText(name, next.length === 0 ? null : JSON.stringify(next));
      setWaiting(next);
    },
    [name],
  );
  const flush = useCallback(async () => {
    if (isSending.current) return;
    isSending.current = true;
    try {
      for (let [first] = readWaiting(name); first; [first] = readWaiting(name)) {
        const { key, act } = first;
        try {
          await deliver(act, key);
        } catch (error) {
          if (isPassing(error)) return;
          toasts.failed(error);
        }
        keep((old) => old.filter((each) => each.key !== key));
      }
    } finally {
      isSending.current = false;
    }
  }, [name, deliver, keep, toasts]);
  const latest = useRef(flush);
  latest.current = flush;
  useEffect(() => {
    const again = (): void => void latest.current();
    again();
    const timer = setInterval(again, againMs);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, []);
  const send = useCallback(
    (act: Act) => {
      keep((old) => [...old, { key: randomKey(), act }]);
      void latest.current();
    },
    [keep],
  );
  return { waiting: waiting.map(({ act }) => act), send };
}

/** Sends one act by its route. */
function useDeliver(alertId: number): (act: Act, key: string) => Promise<unknown> {
  const { run: give } = useWrite(alerts.setStatus);
  const { run: comment } = useWrite(alerts.comment);
  const { run: addMeasure } = useWrite(alerts.addMeasure);
  const { run: setStep } = useWrite(alerts.setStep);
  return useCallback(
    (act, key) => {
      if (act.kind === 'verdict') return give({ alertId, status: act.status, reason: act.reason, key });
      if (act.kind === 'comment') return comment({ alertId, text: act.text, key });
      if (act.kind === 'step') return setStep({ alertId, step: act.step, isDone: act.isDone });
      return addMeasure({ alertId, text: act.text, doneAt: act.doneAt, key });
    },
    [alertId, give, comment, addMeasure, setStep],
  );
}
