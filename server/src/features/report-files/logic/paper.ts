/** A report on paper, as the layout (report.typ) takes it: every text and number written out, every chart drawn. Pure. */

export interface PaperCell {
  readonly text: string;
  readonly small?: string;
  /** A mark before the text. */
  readonly colour?: string;
}
export interface PaperTable {
  /** Of its letters, in points. */
  readonly size: number;
  readonly columns: readonly { readonly title: string; readonly width: number; readonly right: boolean }[];
  readonly rows: readonly (readonly PaperCell[])[];
}
export interface Paper {
  readonly lang: string;
  readonly region: string;
  readonly title: string;
  readonly period: string;
  readonly author: string;
  readonly project: string;
  /** The project, as much of it as a running head holds. */
  readonly short: string;
  readonly corporation: string;
  readonly made: string;
  readonly facts: readonly (readonly [string, string])[];
  readonly notes: readonly string[];
  readonly counts: readonly { readonly title: string; readonly count: string; readonly colour: string }[];
  readonly words: Readonly<Record<'contents' | 'measurements' | 'curves' | 'none', string>>;
  readonly summary: { readonly title: string; readonly note: string; readonly table: PaperTable };
  readonly families: readonly {
    readonly title: string;
    readonly groups: readonly {
      readonly title: string;
      readonly table: PaperTable;
    }[];
    readonly charts: readonly { readonly title: string; readonly svg: string }[];
  }[];
  readonly alerts: { readonly title: string; readonly notes: readonly string[]; readonly table: PaperTable };
  readonly devices: { readonly title: string; readonly notes: readonly string[]; readonly table: PaperTable };
  readonly release: {
    readonly facts: readonly (readonly [string, string])[];
    readonly note: string | null;
    readonly conclusions: { readonly title: string; readonly paragraphs: readonly string[] } | null;
    readonly verify: Readonly<Record<'title' | 'address' | 'code' | 'note' | 'svg', string>> | null;
  } | null;
  readonly method: { readonly title: string; readonly sentences: readonly string[] };
}
