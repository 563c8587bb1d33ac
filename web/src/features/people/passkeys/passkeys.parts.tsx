/** What the profile shows of passkeys. */
export { PasskeysPane } from './PasskeysPane.tsx';
