/** Registration, for the console. */
export { default } from './RegistrationCodes.tsx';
