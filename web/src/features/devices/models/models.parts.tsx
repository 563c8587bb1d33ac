/** Form of a format, for other features. */
export { FormatForm } from './FormatForm.tsx';
