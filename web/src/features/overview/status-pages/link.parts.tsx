/** The link that opens something without an account. */
export { LinkDialog } from './LinkDialog.tsx';
