import type { Canvas, Layout } from '../../frame/kind.ts';
import type { Range } from '../../frame/range.ts';
import type { Scale } from '../../frame/scale.ts';
import type { TimeValueContent } from './shapes.ts';

/** Input of a drawing and what follows from it before anything is drawn: room and the left axis. */
export interface Sketch {
  readonly content: TimeValueContent;
  readonly view: Range;
  readonly canvas: Canvas;
  readonly layout: Layout;
  /** Of the plot, in px. */
  readonly size: { readonly width: number; readonly height: number };
  readonly scale: Scale;
}
