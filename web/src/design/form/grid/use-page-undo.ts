import { type RefObject, useEffect, useRef } from 'react';

interface Steps {
  readonly undo: () => void;
  readonly redo: () => void;
}

/**
 * Ctrl+Z and Ctrl+Y (Ctrl+Shift+Z) undo and redo the grid's edits wherever on the page the focus is, unless it is in
 * another text, which has an undo of its own, or in another dialog. Without steps no keys are handled.
 */
export function usePageUndo(place: RefObject<HTMLElement | null>, steps: Steps | null): void {
  const now = useRef(steps);
  now.current = steps;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!now.current || event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      const target = event.target as Element;
      const grid = place.current;
      if (!grid || (!grid.contains(target) && target.closest('input, textarea, [contenteditable="true"]'))) return;
      if (target.closest('[role="dialog"]') !== grid.closest('[role="dialog"]') && target !== document.body) return;
      // An open cell undoes its own text.
      if (grid.querySelector('textarea.open')) return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) now.current.redo();
      else now.current.undo();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [place]);
}
