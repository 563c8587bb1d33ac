/** What the console of a corporation shows of the authorities by which it knows its devices. */
export { default } from './AuthoritySection.tsx';
