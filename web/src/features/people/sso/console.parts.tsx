/** What the console of a corporation shows of its identity provider. */
export { default } from './SsoSection.tsx';
