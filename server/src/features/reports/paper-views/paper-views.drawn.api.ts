/** What was drawn of views, and its words: without a database, for what writes pages and files of it. */
import type { ViewOptions } from '@plumbline/contract/reports/templates.views';
import type { ViewWords } from './logic/view-word-list.ts';

export type { FigureTable, PointFigures, ViewFigure } from './logic/figure.ts';
export { viewWordsOf } from './logic/view-words.ts';

/** Returns the title of a view, by what is drawn: an analysis by its picture, vibration by what is shown of it. */
export function viewTitle(
  { view, analysis, waveform }: Pick<ViewOptions, 'view' | 'analysis' | 'waveform'>,
  words: ViewWords,
): string {
  if (view === 'analysis') return words[analysis];
  return view === 'idm-event' ? words[waveform] : words.titles[view];
}
