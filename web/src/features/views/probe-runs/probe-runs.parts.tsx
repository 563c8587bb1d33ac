/** A probe against the chain in its casing, for the data view. */
export { CompareView } from './CompareView.tsx';
