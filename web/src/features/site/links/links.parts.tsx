/** For the data view. */
export { CopyLink } from './CopyLink.tsx';
