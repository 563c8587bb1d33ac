/** What other features show of corrections. */
export { CorrectionDialog } from './CorrectionDialog.tsx';
export { CorrectionList } from './CorrectionList.tsx';
export { TemperatureForm } from './TemperatureForm.tsx';
