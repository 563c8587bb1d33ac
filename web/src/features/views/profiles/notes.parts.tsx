/** What surveys of a chain cannot show, for other views of them. */
export { ProfileNotes } from './ProfileNotes.tsx';
