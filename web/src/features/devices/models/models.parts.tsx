/** What other features may use of the models: the form of a format. */
export { FormatForm } from './FormatForm.tsx';
