/** The alert rules of a project as a list, and the dialog that makes one. */
export { RuleDialog } from './RuleDialog.tsx';
export { RuleList } from './RuleList.tsx';
