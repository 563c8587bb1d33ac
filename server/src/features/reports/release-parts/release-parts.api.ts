/** Parts of a report about its own review and release, whatever it is put together of. Pure. */
export type { PaperRelease, ReportRelease } from './logic/release-paper.ts';
export { draftMark, releaseBefore, releasePaper, releaseRows, writtenConclusions } from './logic/release-paper.ts';
