/** Alone, because the sign-in page loads it without the profile's part. */
export { default } from './ForgotForm.tsx';
