import { useEffect, useRef, useState } from 'react';
import { settleMs } from '../kernel/settled.ts';
import { SearchField } from './SearchField.tsx';

/**
 * A search field whose word lives elsewhere, usually in the address: told, without the blanks around it, when typing
 * rests. Invariant: what was told from here is never written back over what has been typed since; any other word that
 * comes from outside is shown.
 */
export function SettledSearch({
  value,
  onSettled,
  label,
  widthPx,
}: {
  value: string;
  onSettled: (word: string) => void;
  label: string;
  widthPx: number;
}) {
  const [typed, setTyped] = useState(value);
  const onSettledRef = useRef(onSettled);
  onSettledRef.current = onSettled;
  /** What this field told last, or was given: anything else in `value` came from outside. */
  const lastValue = useRef(value);
  useEffect(() => {
    const word = typed.trim();
    if (word === lastValue.current.trim()) return;
    const timer = setTimeout(() => {
      lastValue.current = word;
      onSettledRef.current(word);
    }, settleMs);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    if (value === lastValue.current) return;
    lastValue.current = value;
    setTyped(value);
  }, [value]);
  return <SearchField widthPx={widthPx} label={label} value={typed} onChange={setTyped} />;
}
