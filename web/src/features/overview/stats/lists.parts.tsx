/** The lists of a project or structure, for their screens: fetched without Home and its map. */
export { StatButton } from './StatButton.tsx';
