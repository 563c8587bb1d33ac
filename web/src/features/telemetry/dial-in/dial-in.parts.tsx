/** Register map of a device model, for other features. */
export { ModelRegisters } from './ModelRegisters.tsx';
