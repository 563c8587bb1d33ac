/** What other rooms show of users: the rules of a password, ticked off as one types. */
export { PasswordRules } from './PasswordRules.tsx';
