/** Parts of slaves for other features. */

export { SlavesInput } from './SlavesInput.tsx';
export { SlavesTab } from './SlavesTab.tsx';
