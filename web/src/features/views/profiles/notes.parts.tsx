/** What surveys of a chain cannot show, for other views of them. */
export { FirmField } from './ProfileFields.tsx';
export { BiasNote, biasWords, ProfileNotes } from './ProfileNotes.tsx';
