/** Command that a key gives to a grid. Pure: the keys of a spreadsheet, by whether a cell is being written in. */
export type Command =
  | 'cancel'
  | 'commit'
  | 'commitDown'
  | 'commitUp'
  | 'commitMove'
  | 'next'
  | 'back'
  | 'move'
  | 'all'
  | 'copy'
  | 'cut'
  | 'fillDown'
  | 'undo'
  | 'redo'
  | 'remove'
  | 'clear'
  | 'edit'
  | 'tick';

export interface Pressed {
  readonly key: string;
  readonly shift: boolean;
  readonly ctrl: boolean;
}
export interface Writing {
  readonly editing: boolean;
  /** The text began with a typed sign: arrows end it, as in a spreadsheet; in a text that is edited they move in it. */
  readonly typedAnew: boolean;
  readonly readOnly: boolean;
  /** The cell is a box. */
  readonly tick: boolean;
}

const moving = /^(?:Arrow(?:Up|Down|Left|Right)|Home|End|Page(?:Up|Down))$/;
const letters: Readonly<Record<string, Command>> = {
  a: 'all',
  c: 'copy',
  x: 'cut',
  d: 'fillDown',
  y: 'redo',
  '-': 'remove',
};
/** Commands that leave everything as it is. */
const reading: readonly Command[] = ['move', 'all', 'copy', 'next', 'back', 'commitDown', 'commitUp'];

/** The command of a key; null = the key is nobody's, or the browser's (paste). */
export function commandOf({ key, shift, ctrl }: Pressed, writing: Writing): Command | null {
  const { editing } = writing;
  if (key === 'Escape') return editing ? 'cancel' : null;
  // Ctrl+Enter belongs to the form around the grid.
  if (key === 'Enter') return ctrl ? (editing ? 'commit' : null) : shift ? 'commitUp' : 'commitDown';
  if (key === 'Tab') return shift ? 'back' : 'next';
  // Undoing what is being typed brings back what stood in the cell; the browser's own undo would reach into other cells.
  if (editing && ctrl && key.toLowerCase() === 'z') return 'cancel';
  if (editing) return writing.typedAnew && /^Arrow/.test(key) ? 'commitMove' : null;
  const command = ((): Command | null => {
    if (moving.test(key)) return 'move';
    if (ctrl) return key.toLowerCase() === 'z' ? (shift ? 'redo' : 'undo') : (letters[key.toLowerCase()] ?? null);
    if (key === 'Delete' || key === 'Backspace') return 'clear';
    if (key === 'F2') return 'edit';
    return key === ' ' && writing.tick ? 'tick' : null;
  })();
  if (command === 'cut' && writing.readOnly) return 'copy';
  return command !== null && writing.readOnly && !reading.includes(command) ? null : command;
}
