/** Authorities of devices for the console of a corporation. */
export { default } from './AuthoritySection.tsx';
