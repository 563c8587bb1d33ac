/** What other features show of exports. */
export { ExportDialog } from './ExportDialog.tsx';
