/** The dialog that makes a structure or an item. */
export { StructureDialog } from './StructureDialog.tsx';
