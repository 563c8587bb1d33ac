/** Notes on surveys of a chain, for other views of them. */
export { ProfileNotes } from './ProfileNotes.tsx';
