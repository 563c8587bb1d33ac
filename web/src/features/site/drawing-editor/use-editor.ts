import { type KeyboardEvent, useState } from 'react';
import {
  type AreaRole,
  type At,
  gridOf,
  type LineRole,
  maxShapes,
  movedBy,
  type Shape,
  type Sheet,
  snapped,
  withShape,
  withVertex,
} from './sheet.ts';
import { shapeAt, vertexNear } from './sheet-hits.ts';
import { begun, redone, type Steps, stepped, undone } from './steps.ts';

export const tools = ['select', 'line', 'area', 'label', 'level'] as const;
export type Tool = (typeof tools)[number];
export interface Pen {
  readonly line: LineRole;
  readonly isDashed: boolean;
  readonly area: AreaRole;
  readonly isHatched: boolean;
}

const minVertices = { line: 2, area: 3 } as const;
const ways: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/**
 * Long because every act of the pen is here once.
 * A sheet while it is drawn: what was done can be undone, what is being drawn is no part of it until it is finished.
 */
export function useEditor(initial: Sheet, newLabel: string) {
  const [steps, setSteps] = useState<Steps<Sheet>>(() => begun(initial));
  const [tool, setTool] = useState<Tool>('select');
  const [pen, setPen] = useState<Pen>({ line: 'line', isDashed: false, area: 'clay', isHatched: true });
  const [draft, setDraft] = useState<readonly At[]>([]);
  const [chosen, setChosen] = useState<number | null>(null);
  const [saved, setSaved] = useState(initial);
  const sheet = steps.now;
  const grid = gridOf(sheet.extent);
  const isFull = sheet.shapes.length >= maxShapes;
  const shape = chosen === null ? undefined : sheet.shapes[chosen];
  const put = (next: Sheet, isSameDrag = false): void => setSteps((old) => stepped(old, next, isSameDrag));
  const change = (next: Shape, isSameDrag = false): void => {
    if (chosen !== null) put(withShape(sheet, chosen, next), isSameDrag);
  };
  const add = (shape: Shape): void => {
    if (!isFull) put({ ...sheet, shapes: [...sheet.shapes, shape] });
  };
  const finish = (): void => {
    if ((tool === 'line' || tool === 'area') && draft.length >= minVertices[tool])
      add(
        tool === 'line'
          ? { kind: 'line', role: pen.line, isDashed: pen.isDashed, at: draft }
          : { kind: 'area', role: pen.area, isHatched: pen.isHatched, at: draft },
      );
    setDraft([]);
  };
  const vertex = (at: At): void => {
    if (tool === 'label' || tool === 'level') {
      add(tool === 'label' ? { kind: 'label', words: newLabel, at: [at] } : { kind: 'level', at: [at] });
      setTool('select');
      // Its words come next.
      if (!isFull) setChosen(sheet.shapes.length);
    } else if (tool !== 'select')
      setDraft((old) => {
        const last = old.at(-1);
        return last && last[0] === at[0] && last[1] === at[1] ? old : [...old, at];
      });
  };
  const remove = (): void => {
    if (chosen === null) return;
    put({ ...sheet, shapes: sheet.shapes.filter((_, i) => i !== chosen) });
    setChosen(null);
  };
  const undo = (): void => {
    if (draft.length > 0) setDraft((old) => old.slice(0, -1));
    else setSteps(undone);
    setChosen(null);
  };
  const redo = (): void => {
    setSteps(redone);
    setChosen(null);
  };
  const choose = (next: Tool): void => {
    setTool(next);
    setDraft([]);
    if (next !== 'select') setChosen(null);
  };
  const order = (by: 1 | -1): void => {
    if (chosen === null || !shape) return;
    const to = chosen + by;
    if (to < 0 || to >= sheet.shapes.length) return;
    put({ ...sheet, shapes: sheet.shapes.toSpliced(chosen, 1).toSpliced(to, 0, shape) });
    setChosen(to);
  };
  return {
    sheet,
    tool,
    pen,
    draft,
    chosen,
    shape,
    grid,
    isFull,
    setPen,
    finish,
    vertex,
    remove,
    undo,
    redo,
    change,
    order,
    chooseTool: choose,
    chooseShape: setChosen,
    /** Where a click counts: at a vertex that is near, else on the grid. */
    place: (at: At, withinM: number): At => vertexNear(sheet, at, withinM) ?? snapped(grid, at),
    pick: (at: At, withinM: number): void => setChosen(shapeAt(sheet, at, withinM)),
    dragVertex: (index: number, to: At, isSameDrag: boolean): void => {
      if (shape) change(withVertex(shape, index, to), isSameDrag);
    },
    canUndo: steps.past.length > 0 || draft.length > 0,
    canRedo: steps.future.length > 0,
    isChanged: sheet !== saved,
    markSaved: () => setSaved(sheet),
    reset: () => setSteps(begun(saved)),
    onKey: (event: KeyboardEvent): void => {
      const way = ways[event.key];
      if (event.key === 'Enter') finish();
      else if (event.key === 'Escape') {
        setDraft([]);
        setChosen(null);
      } else if (event.key === 'Backspace' && draft.length > 0) undo();
      else if (event.key === 'Delete' || event.key === 'Backspace') remove();
      else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') event.shiftKey ? redo() : undo();
      else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'y') redo();
      else if (way && shape) {
        const by = grid * (event.shiftKey ? 10 : 1);
        change(movedBy(shape, way[0] * by, way[1] * by));
      } else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
export type Editor = ReturnType<typeof useEditor>;
