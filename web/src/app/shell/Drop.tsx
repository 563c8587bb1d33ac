import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';

/**
 * A panel under a header button. Placed by the style sheet alone, so it stands where it should from its first frame;
 * closes on Escape, on a click elsewhere, and when the focus leaves it.
 */
export function Drop({
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
    return () => {
      removeEventListener('pointerdown', elsewhere, true);
      removeEventListener('focusin', elsewhere, true);
      removeEventListener('keydown', key);
    };
  }, [open, onOpenChange]);
  const style = { '--w': `${widthPx}px`, padding: paddingPx } as CSSProperties;
  return (
    <span className="drop" ref={place}>
      {/* biome-ignore lint/a11y: the button inside is what keyboard and reader meet; its click bubbles up here. */}
      <span className="drop-button" onClick={() => onOpenChange(!open)}>
        {button}
      </span>
      {open && (
        <div className={`drop-panel ${side}`} style={style}>
          {children}
        </div>
      )}
    </span>
  );
}
