import {
  type ClipboardEventHandler,
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
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
  /** Returns whether the text began with a typed sign and not with what stood in the cell. */
  readonly typedAnew: () => boolean;
  /** Lays a text under the browser's own copy command. */
  readonly offer: (text: string) => void;
}

const maxChoices = 60;

interface CellEditorProps {
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
}

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
}: CellEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const writing = useWriting(handle, area, choices.length > 0);
  useEmptied(area, editing, active);
  useNoBrowserUndo(area);
  const opensUp = useOpensUp(area, editing);
  const list = editing ? choicesFor(choices, writing) : [];
  const { beginAnew, onInput, onKeyDown } = fieldHandlers({ area, editing, list, writing, onBegin, onKey });
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
        onInput={onInput}
        onCompositionStart={() => {
          if (!editing && !closed) beginAnew();
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onFocus={onFocus}
        onBlur={onBlur}
      />
      {list.length > 0 && <Choices list={list} marked={writing.marked} opensUp={opensUp} onPick={onPick} />}
    </div>
  );
}

type Area = RefObject<HTMLTextAreaElement | null>;

/** What is written in the editor. `anew` = it began with a typed sign; `begun` = the text it began with otherwise. */
function useWriting(handle: Ref<EditorHandle>, area: Area, hasChoices: boolean) {
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
    typedAnew: () => anew.current && !hasChoices,
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
  return { typed, setTyped, marked, setMarked, anew, begun };
}

/** A cell that is left takes its unfinished text with it. */
function useEmptied(area: Area, editing: boolean, active: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cell, another text
  useEffect(() => {
    if (!editing && area.current) area.current.value = '';
  }, [active]);
}

/** The browser's own undo would reach into other cells. */
function useNoBrowserUndo(area: Area): void {
  useEffect(() => {
    const field = area.current;
    const refuse = (event: InputEvent): void => {
      if (/^history/.test(event.inputType)) event.preventDefault();
    };
    field?.addEventListener('beforeinput', refuse);
    return () => field?.removeEventListener('beforeinput', refuse);
  }, [area]);
}

/** Returns whether the list has its place above the cell. */
function useOpensUp(area: Area, editing: boolean): boolean {
  const openUp = useRef(false);
  useEffect(() => {
    if (!editing) return;
    const box = area.current?.getBoundingClientRect();
    openUp.current = box !== undefined && box.bottom > window.innerHeight - 260;
  }, [area, editing]);
  return openUp.current;
}

function Choices({
  list,
  marked,
  opensUp,
  onPick,
}: {
  list: readonly { readonly label: string }[];
  marked: number;
  opensUp: boolean;
  onPick: (text: string) => void;
}) {
  return (
    <div role="listbox" className={`choices${opensUp ? ' up' : ''}`}>
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
  );
}

type Writing = ReturnType<typeof useWriting>;
type Choice = CellEditorProps['choices'][number];

/** The text that stood in the cell narrows nothing: all choices are offered until one types. */
function choicesFor(choices: readonly Choice[], { typed, begun, anew }: Writing): readonly Choice[] {
  const needle = typed === begun.current && !anew.current ? '' : typed.trim().toLowerCase();
  return choices.filter((choice) => choice.label.toLowerCase().includes(needle)).slice(0, maxChoices);
}

/** What typing and keys do in the field, before the grid gets them. */
function fieldHandlers({
  area,
  editing,
  list,
  writing: { typed, setTyped, marked, setMarked, anew },
  onBegin,
  onKey,
}: Pick<CellEditorProps, 'editing' | 'onBegin' | 'onKey'> & {
  readonly area: Area;
  readonly list: readonly Choice[];
  readonly writing: Writing;
}) {
  const beginAnew = (): void => {
    anew.current = true;
    onBegin();
  };
  const onInput = (event: FormEvent<HTMLTextAreaElement>): void => {
    // The browser's own undo knows nothing of cells: it would bring a text back that was typed into another one.
    if (/^history/.test((event.nativeEvent as InputEvent).inputType ?? '')) {
      event.currentTarget.value = editing ? typed : '';
      return;
    }
    if (!editing) beginAnew();
    setTyped(event.currentTarget.value);
    setMarked(0);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
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
  };
  return { beginAnew, onInput, onKeyDown };
}
