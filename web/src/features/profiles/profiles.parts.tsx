/** The profile of a point, for the data view. */
export { ProfileView } from './ProfileView.tsx';
