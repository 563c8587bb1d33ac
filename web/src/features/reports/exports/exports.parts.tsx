/** Parts of exports for other features. */
export { ExportDialog } from './ExportDialog.tsx';
