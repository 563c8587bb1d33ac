import type { ReactNode } from 'react';

/** One row of 28 px controls: what is chosen on the left, how it is shown on the right. */
export const Toolbar = ({ children, label }: { children: ReactNode; label: string }) => (
  <div className="pl-toolbar" role="toolbar" aria-label={label}>
    {children}
  </div>
);

/** One of several, as hairline-separated buttons. Arrow keys move. */
export function Segmented<T extends string | number>({
  value,
  options,
  onChange,
  label,
}: {
  value: T | null;
  options: readonly { readonly value: T; readonly label: ReactNode; readonly hint?: string }[];
  onChange: (value: T) => void;
  label: string;
}) {
  const step = (by: number): void => {
    const at = options.findIndex((option) => option.value === value);
    const next = options[(at + by + options.length) % options.length];
    if (next) onChange(next.value);
  };
  return (
    <div className="pl-seg" role="radiogroup" aria-label={label}>
      {options.map((option, i) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio input cannot hold an icon and a word in one hairline cell
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === value || (value === null && i === 0) ? 0 : -1}
          title={option.hint}
          onClick={() => onChange(option.value)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight') step(1);
            if (event.key === 'ArrowLeft') step(-1);
          }}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
