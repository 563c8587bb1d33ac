import { type CSSProperties, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { enlargementOf } from '../../design/enlarged.ts';

const phonePx = 800;

/**
 * A panel under a header button, in the browser's top layer: above toasts and pages, placed before its first frame.
 * Closes on Escape, on a click elsewhere, when the focus leaves it, and when the window changes its size.
 */
export function Dropdown({
  open,
  onOpenChange,
  side,
  widthPx,
  paddingPx,
  button,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The edge of the button that the panel keeps to. */
  side: 'left' | 'right';
  widthPx: number;
  paddingPx: number;
  button: ReactNode;
  children: ReactNode;
}) {
  const place = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  usePlacement(open, side, place, panel);
  useClosing(open, onOpenChange, place);
  const style = { '--w': `${widthPx}px`, padding: paddingPx } as CSSProperties;
  return (
    <span className="drop" ref={place}>
      {/* biome-ignore lint/a11y: the button inside is what keyboard and reader meet; its click bubbles up here. */}
      <span className="drop-button" onClick={() => onOpenChange(!open)}>
        {button}
      </span>
      {open && (
        <div ref={panel} popover="manual" className="drop-panel" style={style}>
          {children}
        </div>
      )}
    </span>
  );
}

type Panel = RefObject<HTMLElement | null>;

/** Opens the panel under its button, before its first frame. */
function usePlacement(open: boolean, side: 'left' | 'right', place: Panel, panel: Panel): void {
  useLayoutEffect(() => {
    if (!open || !panel.current || !place.current) return;
    const { left, right, bottom } = place.current.getBoundingClientRect();
    const { style } = panel.current;
    // The panel's px are those of the page, which a very wide screen enlarges.
    const enlarged = enlargementOf(place.current);
    style.top = `${bottom / enlarged + 6}px`;
    if (side === 'left') style.left = `${left / enlarged}px`;
    // On a phone the panel keeps to the window's edge, not to its button.
    else style.right = `${innerWidth <= phonePx ? 8 : (innerWidth - right) / enlarged}px`;
    panel.current.showPopover();
  }, [open, side, place, panel]);
}

/** Closes the panel on Escape, on a click or focus elsewhere, and when the window changes its size. */
function useClosing(open: boolean, onOpenChange: (open: boolean) => void, place: Panel): void {
  useEffect(() => {
    if (!open) return;
    const elsewhere = ({ target }: Event): void => {
      if (!place.current?.contains(target as Node)) onOpenChange(false);
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      onOpenChange(false);
      place.current?.querySelector('button')?.focus();
    };
    addEventListener('pointerdown', elsewhere, true);
    addEventListener('focusin', elsewhere, true);
    addEventListener('keydown', key);
    const resized = (): void => onOpenChange(false);
    addEventListener('resize', resized);
    return () => {
      removeEventListener('pointerdown', elsewhere, true);
      removeEventListener('focusin', elsewhere, true);
      removeEventListener('keydown', key);
      removeEventListener('resize', resized);
    };
  }, [open, onOpenChange, place]);
}
