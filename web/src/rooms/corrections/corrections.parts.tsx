/** What other rooms show of corrections. */
export { CorrectionDialog } from './CorrectionDialog.tsx';
export { CorrectionList } from './CorrectionList.tsx';
