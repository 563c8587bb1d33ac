/** Queries of inspections for features above: what the report of a day is made of, over any span. */
export { changedIn as defectsChangedIn } from './inspections.defects.table.ts';
export { missedIn } from './inspections.log.table.ts';
export { fileIdsOf as inspectionPhotoFiles } from './inspections.photos.table.ts';
export { finishedIn } from './inspections.rounds.table.ts';
