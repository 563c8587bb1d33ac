/** The parts of the profile about the account itself. */
export { AccessTokens } from './AccessTokens.tsx';
export { AlertSounds } from './AlertSounds.tsx';
export { PasswordPane } from './PasswordPane.tsx';
export { PersonPane } from './PersonPane.tsx';
export { ProgramAddresses } from './ProgramAddresses.tsx';
