/** Identity provider, for the console of a corporation. */
export { default } from './SsoSection.tsx';
