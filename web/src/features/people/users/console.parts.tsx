/** Dialogs and marks of accounts, for the console that lists them. */
export { AccessSection } from './AccessSection.tsx';
export { orInWords } from './account-failure.ts';
export { PasswordDialog } from './PasswordDialog.tsx';
export { TypeOption, UserDialog, useTypeOptions } from './UserDialog.tsx';
export { UserImportDialog } from './UserImportDialog.tsx';
export { UserStatus } from './UserStatus.tsx';
