import {
  type ClipboardEventHandler,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';

export interface EditorHandle {
  readonly focus: () => void;
  /** Shows the editor with this text, which may be moved in. */
  readonly begin: (text: string) => void;
  readonly text: () => string;
  readonly clear: () => void;
  /** Whether the text began with a typed sign and not with what stood in the cell. */
  readonly typedAnew: () => boolean;
  /** Lays a text under the browser's own copy command. */
  readonly offer: (text: string) => void;
}

const shown = 60;

/**
 * The text field over the chosen cell. It has the focus all the time and is invisible until something is typed, so
 * that an input method's first sign, the clipboard and screen readers find a real field. A list of choices opens under
 * it and narrows while one types.
 */
export function CellEditor({
  handle,
  editing,
  place,
  active,
  label,
  describedBy,
  choices,
  closed,
  right,
  onBegin,
  onKey,
  onPaste,
  onPick,
  onFocus,
  onBlur,
}: {
  handle: Ref<EditorHandle>;
  editing: boolean;
  place: { top: number; left: number; width: number; height: number };
  active: string;
  label: string;
  describedBy: string;
  choices: readonly { readonly label: string }[];
  closed: boolean;
  right: boolean;
  onBegin: () => void;
  onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  onPaste: ClipboardEventHandler<HTMLTextAreaElement>;
  onPick: (text: string) => void;
  onFocus: () => void;
  onBlur: () => void;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  const anew = useRef(false);
  const [typed, setTyped] = useState('');
  const [marked, setMarked] = useState(0);
  const begun = useRef('');
  const put = (text: string): void => {
    if (area.current) area.current.value = text;
    setTyped(text);
  };
  useImperativeHandle(handle, () => ({
    focus: () => area.current?.focus({ preventScroll: true }),
    begin: (text) => {
      anew.current = false;
      begun.current = text;
      put(text);
      setMarked(-1);
      area.current?.focus({ preventScroll: true });
      area.current?.select();
    },
    text: () => area.current?.value ?? '',
    clear: () => put(''),
    typedAnew: () => anew.current && choices.length === 0,
    offer: (text) => {
      const field = area.current;
      if (!field) return;
      field.value = text;
      field.select();
      setTimeout(() => {
        field.value = '';
      });
    },
  }));
  // A cell that is left takes its unfinished text with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cell, another text
  useEffect(() => {
    if (!editing && area.current) area.current.value = '';
  }, [active]);

  // The text that stood in the cell narrows nothing: all choices are offered until one types.
  const wanted = typed === begun.current && !anew.current ? '' : typed.trim().toLowerCase();
  const list = editing ? choices.filter((choice) => choice.label.toLowerCase().includes(wanted)).slice(0, shown) : [];
  useEffect(() => {
    const field = area.current;
    const refuse = (event: InputEvent): void => {
      if (/^history/.test(event.inputType)) event.preventDefault();
    };
    field?.addEventListener('beforeinput', refuse);
    return () => field?.removeEventListener('beforeinput', refuse);
  }, []);
  const openUp = useRef(false);
  useEffect(() => {
    if (!editing) return;
    const box = area.current?.getBoundingClientRect();
    openUp.current = box !== undefined && box.bottom > window.innerHeight - 260;
  }, [editing]);
  return (
    <div className="editor" style={{ top: place.top, left: place.left, width: place.width, height: place.height }}>
      <textarea
        ref={area}
        rows={1}
        wrap="off"
        className={`${editing ? 'open' : ''}${right ? ' right' : ''}`}
        aria-label={label}
        aria-describedby={describedBy}
        readOnly={closed}
        autoComplete="off"
        spellCheck={false}
        onInput={(event) => {
          // The browser's own undo knows nothing of cells: it would bring a text back that was typed into another one.
          if (/^history/.test((event.nativeEvent as InputEvent).inputType ?? '')) {
            event.currentTarget.value = editing ? typed : '';
            return;
          }
          if (!editing) {
            anew.current = true;
            onBegin();
          }
          setTyped(event.currentTarget.value);
          setMarked(0);
        }}
        onCompositionStart={() => {
          if (!editing && !closed) {
            anew.current = true;
            onBegin();
          }
        }}
        onKeyDown={(event) => {
          if (list.length > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
            event.preventDefault();
            const by = event.key === 'ArrowDown' ? 1 : -1;
            setMarked((old) => (old + by + list.length) % list.length);
            return;
          }
          const choice = list[marked];
          if (choice && editing && (event.key === 'Enter' || event.key === 'Tab') && !event.nativeEvent.isComposing)
            if (area.current) area.current.value = choice.label;
          onKey(event);
        }}
        onPaste={onPaste}
        onFocus={onFocus}
        onBlur={onBlur}
      />
      {list.length > 0 && (
        <div role="listbox" className={`choices${openUp.current ? ' up' : ''}`}>
          {list.map((choice, i) => (
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div
              key={choice.label}
              role="option"
              aria-selected={i === marked}
              className={i === marked ? 'on' : ''}
              ref={(element) => {
                if (i === marked) element?.scrollIntoView({ block: 'nearest' });
              }}
              onMouseDown={(event) => {
                event.preventDefault();
                onPick(choice.label);
              }}
            >
              {choice.label}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
