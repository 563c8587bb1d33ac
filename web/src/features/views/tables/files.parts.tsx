/** A table as files, for other views that show one. */
export { TableFiles } from './TableFiles.tsx';
