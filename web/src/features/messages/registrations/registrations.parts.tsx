/** What the console shows of registration. */
export { default } from './RegistrationCodes.tsx';
