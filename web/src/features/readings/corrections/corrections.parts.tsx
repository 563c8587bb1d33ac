/** Parts of corrections for other features. */
export { CorrectionDialog } from './CorrectionDialog.tsx';
export { CorrectionList } from './CorrectionList.tsx';
export { TemperatureForm } from './TemperatureForm.tsx';
