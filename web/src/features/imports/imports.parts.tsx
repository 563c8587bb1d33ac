/** What other features show of imports and exports. */
export { ExportDialog } from './ExportDialog.tsx';
