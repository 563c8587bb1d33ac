import { type CSSProperties, type ReactNode, useEffect } from 'react';

/**
 * A panel beside a list and inside its page: no mask, so that the next row can be clicked; Escape closes it. Its parent
 * is `position: relative`. On a phone it covers the page.
 */
export function Beside({
  label,
  widthPx = 440,
  onClose,
  children,
}: {
  label: string;
  widthPx?: number;
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
  return (
    <aside className="pl-beside" aria-label={label} style={{ '--w': `${widthPx}px` } as CSSProperties}>
      {children}
    </aside>
  );
}
