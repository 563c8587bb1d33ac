/** Parts of sheets for other features: the points out and back, and the set-up of new ones. */
export { PointSheetDialog } from './PointSheetDialog.tsx';
export { SetUpSheet, type WaitingSheet } from './SetUpSheet.tsx';
