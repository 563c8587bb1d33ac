import { type FocusEvent, useEffect, useRef, useState } from 'react';

/** The bar with the button that was pressed may be gone after a save: the focus returns to where it was in the form before. */
export function useFocusReturn() {
  /** Where the person was in the form, its buttons aside; `settled` counts what takes those buttons away. */
  const at = useRef<HTMLElement | null>(null);
  const [settled, setSettled] = useState(0);
  useEffect(() => {
    if (settled > 0 && document.activeElement === document.body && at.current?.isConnected)
      at.current.focus({ preventScroll: true });
  }, [settled]);
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      if (!target.closest('.pl-dirty-bar, .pl-form-foot')) at.current = target;
    },
    returnFocus: () => setSettled((n) => n + 1),
  };
}
