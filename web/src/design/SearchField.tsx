import { SearchOutlined } from '@ant-design/icons';
import type { KeyboardEventHandler } from 'react';

/** A field that filters a list while one types. Plain HTML: it is in the first load. Escape empties it. */
export function SearchField({
  value,
  onChange,
  label,
  autoFocus = false,
  widthPx,
  onKeyDown,
}: {
  value: string;
  onChange: (value: string) => void;
  /** Placeholder and name. */
  label: string;
  autoFocus?: boolean;
  widthPx?: number;
  onKeyDown?: KeyboardEventHandler;
}) {
  return (
    <label className="pl-search" style={widthPx ? { width: widthPx } : undefined}>
      <SearchOutlined className="pl-3" />
      <input
        type="search"
        // biome-ignore lint/a11y/noAutofocus: only in popovers that the person has just opened
        autoFocus={autoFocus}
        value={value}
        placeholder={label}
        aria-label={label}
        maxLength={50}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.stopPropagation();
            onChange('');
          }
          onKeyDown?.(event);
        }}
      />
    </label>
  );
}
