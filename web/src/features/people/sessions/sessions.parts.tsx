/** Where the caller is signed in. */
export { SessionsPane } from './SessionsPane.tsx';
