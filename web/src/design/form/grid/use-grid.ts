import { type RefObject, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditorHandle } from './CellEditor.tsx';
import { GridCommands } from './commands.ts';
import type { Sheet } from './edits.ts';
import { numberPx } from './GridRows.tsx';
import { boxOf, inside, only, type Range } from './moves.ts';
import type { EditableTableProps, GridIssue, GridRow } from './shapes.ts';
import { useColumns } from './use-columns.ts';
import { useJudged } from './use-judged.ts';
import { usePageUndo } from './use-page-undo.ts';
import { useSheet } from './use-sheet.ts';
import { useSight } from './use-sight.ts';
import { useView } from './use-view.ts';
import { useWidths } from './use-widths.ts';

const noIssues: readonly GridIssue[] = [];

/**
 * Returns the parts that a grid is drawn from: rows with their past, columns, what is wrong, what is chosen, and the
 * commands that change it. Long because it names each thing that the parts of a grid take.
 */
export function useGrid(
  { columns: definitions, rows, onChange, schema, newRow, issues = noIssues, onWrong, ...props }: EditableTableProps,
  place: RefObject<HTMLDivElement | null>,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const { readOnly = false, maxRows = 10_000, before } = props;
  const { t } = useTranslation();
  const editor = useRef<EditorHandle>(null);
  const tabLeaves = useRef(false);
  const [range, setRange] = useState<Range>(only({ row: 0, column: 0 }));
  const [editing, setEditing] = useState(false);
  const [note, setNote] = useState<string | null>(null);
  const columns = useColumns(definitions, schema, readOnly);
  const layout = useWidths(scroller, columns, numberPx);
  const { keyOf, apply, undo, redo, canUndo, canRedo } = useSheet(rows, onChange);
  usePageUndo(place, readOnly ? null : { undo, redo });
  const formerOf = useFormer(before, keyOf);
  const wrongs = useJudged(rows, columns, schema, issues, onWrong);
  const { view, onlyWrong, setOnlyWrong } = useView(rows, wrongs, keyOf);
  const sheet: Sheet = { rows, view, columns };
  const { virtual, show, pageRows } = useSight(scroller, view.length, layout);
  const size = { rows: Math.max(1, view.length), columns: Math.max(1, columns.length), page: pageRows };
  const chosen = inside(range, size);
  const { at } = chosen;
  const column = columns[at.column];
  const row = rows[view[at.row] ?? -1];
  const choose = (next: Range): void => {
    setRange(next);
    setNote(null);
    show(next.at);
  };
  const commands = new GridCommands({
    sheet,
    size,
    chosen,
    column,
    row,
    editor,
    tabLeaves,
    editing,
    setEditing,
    setRange,
    setNote,
    choose,
    apply,
    undo,
    redo,
    newRow,
    readOnly,
    maxRows,
    onlyWrong,
    t,
  });
  return {
    sheet,
    layout,
    size,
    chosen,
    box: boxOf(chosen),
    column,
    row,
    wrongs,
    formerOf,
    virtual,
    editor,
    editing,
    note,
    readOnly,
    maxRows,
    newRow,
    onlyWrong,
    setOnlyWrong,
    setEditing,
    setRange,
    setNote,
    show,
    choose,
    commands,
    apply,
    undo: canUndo ? undo : null,
    redo: canRedo ? redo : null,
  };
}
export type GridModel = ReturnType<typeof useGrid>;

/** The row as it is stored; null = it is new, undefined = nobody asks. */
function useFormer(
  before: readonly GridRow[] | undefined,
  keyOf: (row: GridRow) => number,
): (row: GridRow) => GridRow | null | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row's key never changes
  const began = useMemo(() => before && new Map(before.map((row) => [keyOf(row), row])), [before]);
  return (row) => began && (began.get(keyOf(row)) ?? null);
}
