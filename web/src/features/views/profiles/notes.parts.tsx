/** Notes on surveys of a chain, for other views of them. */
export { FirmField } from './ProfileFields.tsx';
export { BiasNote, biasWords, ProfileNotes } from './ProfileNotes.tsx';
