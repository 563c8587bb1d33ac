/** Alone, because the sign-in page loads it without the console's part. */
export { default } from './SsoForm.tsx';
