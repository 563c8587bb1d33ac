/** What other rooms show of imports and exports. */
export { ExportDialog } from './ExportDialog.tsx';
