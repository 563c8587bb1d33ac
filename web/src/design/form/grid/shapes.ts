import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import type { Schema } from '@plumbline/contract/kernel/route';
import type { ReactNode } from 'react';

/** A row under the pen: cells may hold text that is no number yet; it stays until it is put right. */
export type GridRow = Readonly<Record<string, unknown>>;

/** A column is a field definition: INPUT, NUMBER, SELECT, CHECK, SWITCH or DATE; its prop has no dot. */
export interface GridColumn extends FieldDefinition {
  readonly type: 'INPUT' | 'NUMBER' | 'SELECT' | 'CHECK' | 'SWITCH' | 'DATE';
  readonly widthPx?: number;
  /** Drawn before the heading: the mark of an alert level. */
  readonly mark?: ReactNode;
  /** Shown and not written in. */
  readonly readOnly?: boolean;
}

/** Fault of one cell; without a prop, with the row. `row` is its place among `rows`. */
export interface GridIssue {
  readonly row: number;
  readonly prop?: string;
  /** In the reader's language. */
  readonly words: string;
}

export interface EditableTableProps<R extends object = GridRow> {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly R[];
  readonly onChange: (rows: readonly R[]) => void;
  /** Judges each row alone: the row's part of the contract's schema. */
  readonly schema: Schema;
  /** What a new row begins with; without it rows are neither added nor removed. */
  readonly newRow?: () => R;
  /** What is wrong between rows (a name given twice), or what the server refused. */
  readonly issues?: readonly GridIssue[];
  /** How many cells are wrong now, and in how many rows: a save button may wait for it. */
  readonly onWrong?: (cells: number, rows: number) => void;
  /** Buttons at the right of the table's own bar. */
  readonly actions?: ReactNode;
  readonly readOnly?: boolean;
  /** Most rows taken; 10,000 unless told. */
  readonly maxRows?: number;
  /** At least so high: a table of a page reaches to the end of the window. */
  readonly heightPx?: number;
  /** The rows as they are stored: cells that differ are marked, with what stood there before. */
  readonly before?: readonly R[];
  /** Names the table for screen readers. */
  readonly label: string;
}
