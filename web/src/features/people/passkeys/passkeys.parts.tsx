/** Passkeys, for the profile. */
export { PasskeysPane } from './PasskeysPane.tsx';
