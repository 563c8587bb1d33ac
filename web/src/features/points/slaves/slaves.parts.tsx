/** What other features show of what a composite or master is made of. */

export { SlavesInput } from './SlavesInput.tsx';
export { SlavesTab } from './SlavesTab.tsx';
