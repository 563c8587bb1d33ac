import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';

/**
 * A panel beside a list and inside its page: no mask, so that the next row can be clicked; Escape closes it. Its parent
 * is `position: relative`. On a phone it covers the page.
 */
export function DetailPane({
  label,
  widthPx = 440,
  takesFocus = false,
  onClose,
  children,
}: {
  label: string;
  widthPx?: number;
  /** Opened by the keyboard as well: the focus goes into it, so that what comes next is in it. */
  takesFocus?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // A dialog or a list over the panel takes the key first.
      if (
        document.querySelector(
          '.ant-modal-wrap:not([style*="none"]), .ant-select-dropdown:not(.ant-select-dropdown-hidden), .ant-popover:not(.ant-popover-hidden)',
        )
      )
        return;
      onClose();
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, [onClose]);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) panel.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <aside
      ref={panel}
      tabIndex={takesFocus ? -1 : undefined}
      className="pl-beside"
      aria-label={label}
      style={{ '--w': `${widthPx}px` } as CSSProperties}
    >
      {children}
    </aside>
  );
}
